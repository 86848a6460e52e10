-- The first texts of the shop's pages. `npm start` and `npm run deploy` write them into a new shop; from then on they are
-- the owner's, who changes them under Settings. Only a page that says “# To be written.” gets its text.
-- What a shop begins with is no change by anybody.
alter table private.shop_details disable trigger record_update;

update private.shop_details d set
  home = case d.home when e.page then t.home else d.home end,
  shipping = case d.shipping when e.page then t.shipping else d.shipping end,
  returns = case d.returns when e.page then t.returns else d.returns end,
  warranty = case d.warranty when e.page then t.warranty else d.warranty end,
  terms = case d.terms when e.page then t.terms else d.terms end,
  privacy = case d.privacy when e.page then t.privacy else d.privacy end
from jsonb_to_record(jsonb_build_object(
'home', $home$# Power the site before the grid arrives
Panels, batteries and inverters that fit each other, for homes, clinics and boreholes.
[Solar systems](/category/solar)

# Know the ground before you drill it
Resistivity meters from ABEM, IRIS and Lippmann; every Terrameter is delivered free.
[Survey instruments](/category/instruments)

# Mark the drilling point the same day
PQWT detectors draw the groundwater section on their own screen, 100 to 900 m down.
[Water detectors](/category/pqwt)

# Every beacon where the plan says it is
From Garmin handhelds to Emlid, CHCNAV and Trimble receivers that measure tilted.
[GPS equipment](/category/gps)

- Secure Payment | {payment}
- Free Delivery | Within Nairobi, on larger orders
- 24/7 Support | Emergencies at any hour
- 2 Year Warranty | And up to 25 on solar panels

> We marked three points near the lake in one week. Two are drilled, and both carry water. | Achieng O. | Borehole contractor, Kisumu
> The clinic kit came on one lorry with every breaker and bracket. The fridge has not been off since. | Ekal L. | Clinic manager, Lodwar
> I asked which receiver works under our trees and was told the cheaper one. It does. | Wanjiru M. | Licensed surveyor, Nanyuki$home$,
'shipping', $shipping$We deliver to every county in Kenya. Orders are processed {processed}.

# Your county
{county}

# Delivery areas and times
{times}

Large kits travel by lorry; the driver calls before setting out.

# Free delivery
{free}

# Standard rates
{rates}

# Packaging
- Instruments travel in their own hard cases, inside a padded outer box.
- Panels stand upright on pallets with corner protection, and are never stacked flat.
- Lithium batteries are packed and labelled for the transport of dangerous goods.

Please look at the packaging while the driver is there. Damage in transit must be reported within 48 hours.

# Installation
Our installers work Monday-Saturday, 8 AM-5 PM. They bring what the system needs, start it up with you and show how it is used. A site visit comes first for three-phase systems.

# Tracking
Every order has a number that begins with #IC-. You find it on the confirmation page and under My Orders, with its status. Give this number when you call.

# Support
Questions about a delivery are answered {hours}.

{contact}$shipping$,
'returns', $returns$You can return unused goods for 30 days from delivery. Faults and damage have shorter limits; please look early.

# Return window
| Counted from the day of delivery.
| What happened | Tell us within
| You changed your mind | 30 days
| It has a defect | 7 days
| It was damaged in transit | 48 hours

# What can be returned
- Goods that are unused, complete and in their original packaging.
- Goods with a manufacturing defect.
- Goods that arrived damaged, or that are not what you ordered.

## What cannot be returned
- Goods that have been installed, wired or taken into the field, unless they are defective.
- Batteries that have been charged or discharged.
- Goods made or cut to order, such as cable by the metre.
- Software licences and satellite plans that have been activated.
- Goods without their serial number, accessories or case.

# How it works
1. Tell us | Call or write with your order number. For damage, send photographs of the goods and the packaging.
1. Send it back | We agree on a collection or a drop-off. Pack the goods as they came.
1. We inspect it | Inspection takes 2-3 business days. Items over KES 500,000 may need extra verification by the maker’s engineers.
1. You get your money or a new one | We write to you with the result on the day the inspection ends.

# Refunds
A refund goes back the way you paid and takes 5-7 business days after the inspection. For the transactions of one bank it can take up to 10 business days.

# Exchanges
A defective item is exchanged for the same model while we have it. If you would rather have another model, you pay or receive the difference.

# Contact
Returns are handled {hours}.

{contact}$returns$,
'warranty', $warranty$Everything we sell is covered by its maker, and we handle the claim for you in Nairobi.

# Coverage periods
| Counted from the day of delivery.
| What | How long
| Solar panels | 25 years
| Lithium batteries | 10 years or 6,000 cycles
| Inverters | 5 years
| ABEM Terrameters | 3 years
| DC converters | 3 years
| GPS equipment | 2 years
| Water detectors | 2 years
| Generators | 2 years
| Accessories | 1 year

# What is covered
- Faults of material and workmanship in normal use.
- Panels and batteries that fall below the output their maker promises for their age.
- Parts and labour of the repair, and the way back to you.

## What is not covered
- Damage by lightning, flood, fire, theft or a fall.
- Wrong installation, wrong voltage, or repair by somebody the maker has not approved.
- Ordinary wear: cable jackets, electrodes, rubber seals, cases.
- Goods whose serial number has been removed.

# How to claim
1. Call or write to us | Have the order number, the serial number and a few words on what happened.
1. We try to fix it remotely | Many faults are a setting or a cable. An engineer goes through it with you on the phone.
1. Bring it or send it | If it must come in, we tell you where and how to pack it.
1. Repaired or replaced | We repair it, or replace it when it cannot be repaired. Equipment worth over KES 1,000,000 has priority service.

# Extended options
- **Extended warranty.** Must be bought within 90 days of delivery.
- **Premium care.** Up to 5 years, with a yearly check and calibration.
- **Priority service.** For equipment worth over KES 1,000,000.

# Contact
Warranty support: Monday-Friday, 7 AM-7 PM. Emergency support: 24/7, on both numbers.

{contact}$warranty$,
'terms', $terms$What you and we agree on when you buy here: order, price, payment, delivery and returns.

# Who sells
{name}, {address}. These terms apply to every order placed on this site.

# Your order
- With the pay button you order the goods in the summary at the prices shown there.
- As a rule we keep the pieces for you while you pay. What is not paid in time goes back on the shelf.
- The order is binding for both sides once your bank has approved the payment and the order page says that it is paid. We write to you when that happens.
- If an item can no longer be sold to you although you paid for it, we tell you and give your money back.

# Price and payment
- Prices are in Kenyan shillings. What counts is the price at the moment of your order.
- Delivery is not part of the total, unless the summary lists it. How much it is and when it is free is on [Shipping Info](/shipping-info).
- You pay by card on the bank’s own page, by M-Pesa, or by another way that your order names. Your card number never passes through this shop, and we do not store it.
- The receipt that we send is not a tax invoice.

# Cancelling
You can cancel an order on its page until it is paid. Once it is paid, write to us: until the goods have left, we cancel it and give your money back.

# Delivery, returns and warranty
[Shipping Info](/shipping-info), [Returns](/returns) and [Warranty](/warranty) are part of these terms. Your rights under Kenyan law apply as well.

# Law
The law of Kenya applies, and Kenyan courts decide.

# Contact
{contact}$terms$,
'privacy', $privacy$What this shop stores about you, why, for how long, and who else sees it.

# Who is responsible
{name}, {address}.

# What we store
- **An order: name, e-mail, phone, county and address.** To deliver it, to reach you, and for the books: as long as tax law asks us to keep sales records.
- **Its payments: amount, time, state, the bank’s reference.** To know that you paid, and to give money back: as long as the order.
- **A quotation you asked for: name, organisation, e-mail or phone, county.** So that you and we can open it: 180 days after its last day, or as long as the order it became.
- **Your account: name, e-mail, phone, address.** So that you do not have to type them again: until you erase the account.
- **Messages we sent you.** Their text for 30 days after they were sent, then only that they were sent.
- **Your cart.** With your account, or in your own browser.
- **Failed sign-ins.** To stop people who guess passwords: 180 days.
- **A code made of your network address.** So that nobody reserves all our stock without paying: four days after an order.
- **Searches without a result.** The words alone, without who typed them: 90 days.
- **The log of our servers.** What was asked for and when. At a sign-in, and when something is refused: a code for the account, and the network you came from instead of your address.

# What we never have
- Your card number: you type it on the bank’s own page.
- Your password in a form that anybody could read.
- Trackers of other companies: this site loads nothing from anybody else, except a check by Cloudflare when we must ask whether you are a person.

# Cookies and what your browser keeps
- A cookie for 90 days, or 30 days without a visit: it recognises this browser, its sign-in and its orders.
- One that says only that somebody is signed in here, for 90 days or until you sign out.
- One for 180 days, once you have signed in: with it you can still sign in while somebody else is guessing your password.
- What you typed at checkout, for 24 hours, so that a lost connection does not cost you the form.
- Your cart and which payments have emptied it, your county, the language of your messages, and products you compare.
- The product lists and products you opened, and your own orders, for a week, so that you can read them without a connection.
- “Forget this browser” under My Orders, and Sign Out, remove all of it except the cookie of 180 days, which does not identify you.

# Who else sees it
- Our bank, for the payment.
- The services that deliver our e-mail, SMS and WhatsApp messages: your address or number and the text.
- The driver who brings the goods: name, phone and address.
- The companies that run our servers and database, on our behalf.

No other person or company. We do not sell data.

# Your rights
Under the Data Protection Act, 2019 you may ask what we store about you, have it corrected or erased, and object to its use. With an account you download and erase it yourself under My Account; orders stay as records of the sale, without who you are. Without one, write to us from the e-mail address it is about. If you are not satisfied, you can turn to the Office of the Data Protection Commissioner.

{contact}$privacy$
)) t (home text, shipping text, returns text, warranty text, terms text, privacy text),
  (values ('# To be written.')) e (page)
where e.page in (d.home, d.shipping, d.returns, d.warranty, d.terms, d.privacy);

alter table private.shop_details enable trigger record_update;
