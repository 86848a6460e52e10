-- The first texts of the shop's pages. `npm start` and `npm run deploy` write them into a new shop; from then on they are
-- the owner's, who changes them under Settings. Only a page that says “To be written.” gets its text.
-- What a shop begins with is no change by anybody.
alter table private.shop_details disable trigger record_update;

update private.shop_details d set
  shipping = case d.shipping when e.page then t.shipping else d.shipping end,
  returns = case d.returns when e.page then t.returns else d.returns end,
  warranty = case d.warranty when e.page then t.warranty else d.warranty end,
  terms = case d.terms when e.page then t.terms else d.terms end,
  privacy = case d.privacy when e.page then t.privacy else d.privacy end
from jsonb_to_record(jsonb_build_object(
'shipping', $shipping$[
  {"kind": "lead", "text": "We deliver to every county in Kenya. Orders are processed {processed}."},
  {"kind": "heading", "text": "Your county"},
  {"kind": "county", "text": ""},
  {"kind": "heading", "text": "Delivery areas and times"},
  {"kind": "times", "text": ""},
  {"kind": "paragraph", "text": "Large kits travel by lorry; the driver calls before setting out."},
  {"kind": "heading", "text": "Free delivery"},
  {"kind": "free", "text": ""},
  {"kind": "heading", "text": "Standard rates"},
  {"kind": "rates", "text": ""},
  {"kind": "heading", "text": "Packaging"},
  {"kind": "list", "text": "Instruments travel in their own hard cases, inside a padded outer box.\nPanels stand upright on pallets with corner protection, and are never stacked flat.\nLithium batteries are packed and labelled for the transport of dangerous goods."},
  {"kind": "paragraph", "text": "Please look at the packaging while the driver is there. Damage in transit must be reported within 48 hours."},
  {"kind": "heading", "text": "Installation"},
  {"kind": "paragraph", "text": "Our installers work Monday-Saturday, 8 AM-5 PM. They bring what the system needs, start it up with you and show how it is used. A site visit comes first for three-phase systems."},
  {"kind": "heading", "text": "Tracking"},
  {"kind": "paragraph", "text": "Every order has a number that begins with #IC-. You find it on the confirmation page and under My Orders, with its status. Give this number when you call."},
  {"kind": "heading", "text": "Support"},
  {"kind": "paragraph", "text": "Questions about a delivery are answered {hours}."},
  {"kind": "contact", "text": ""}
]$shipping$::jsonb,
'returns', $returns$[
  {"kind": "lead", "text": "You can return unused goods for 30 days from delivery. Faults and damage have shorter limits; please look early."},
  {"kind": "heading", "text": "Return window"},
  {"kind": "table", "text": "Counted from the day of delivery.\nWhat happened | Tell us within\nYou changed your mind | 30 days\nIt has a defect | 7 days\nIt was damaged in transit | 48 hours"},
  {"kind": "heading", "text": "What can be returned"},
  {"kind": "list", "text": "Goods that are unused, complete and in their original packaging.\nGoods with a manufacturing defect.\nGoods that arrived damaged, or that are not what you ordered."},
  {"kind": "subheading", "text": "What cannot be returned"},
  {"kind": "list", "text": "Goods that have been installed, wired or taken into the field, unless they are defective.\nBatteries that have been charged or discharged.\nGoods made or cut to order, such as cable by the metre.\nSoftware licences and satellite plans that have been activated.\nGoods without their serial number, accessories or case."},
  {"kind": "heading", "text": "How it works"},
  {"kind": "steps", "text": "Tell us | Call or write with your order number. For damage, send photographs of the goods and the packaging.\nSend it back | We agree on a collection or a drop-off. Pack the goods as they came.\nWe inspect it | Inspection takes 2-3 business days. Items over KES 500,000 may need extra verification by the maker’s engineers.\nYou get your money or a new one | We write to you with the result on the day the inspection ends."},
  {"kind": "heading", "text": "Refunds"},
  {"kind": "paragraph", "text": "A refund goes back to the card you paid with and takes 5-7 business days after the inspection. For the transactions of one bank it can take up to 10 business days."},
  {"kind": "heading", "text": "Exchanges"},
  {"kind": "paragraph", "text": "A defective item is exchanged for the same model while we have it. If you would rather have another model, you pay or receive the difference."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "paragraph", "text": "Returns are handled {hours}."},
  {"kind": "contact", "text": ""}
]$returns$::jsonb,
'warranty', $warranty$[
  {"kind": "lead", "text": "Everything we sell is covered by its maker, and we handle the claim for you in Nairobi."},
  {"kind": "heading", "text": "Coverage periods"},
  {"kind": "table", "text": "Counted from the day of delivery.\nWhat | How long\nSolar panels | 25 years\nLithium batteries | 10 years or 6,000 cycles\nInverters | 5 years\nABEM Terrameters | 3 years\nDC converters | 3 years\nGPS equipment | 2 years\nWater detectors | 2 years\nGenerators | 2 years\nAccessories | 1 year"},
  {"kind": "heading", "text": "What is covered"},
  {"kind": "list", "text": "Faults of material and workmanship in normal use.\nPanels and batteries that fall below the output their maker promises for their age.\nParts and labour of the repair, and the way back to you."},
  {"kind": "subheading", "text": "What is not covered"},
  {"kind": "list", "text": "Damage by lightning, flood, fire, theft or a fall.\nWrong installation, wrong voltage, or repair by somebody the maker has not approved.\nOrdinary wear: cable jackets, electrodes, rubber seals, cases.\nGoods whose serial number has been removed."},
  {"kind": "heading", "text": "How to claim"},
  {"kind": "steps", "text": "Call or write to us | Have the order number, the serial number and a few words on what happened.\nWe try to fix it remotely | Many faults are a setting or a cable. An engineer goes through it with you on the phone.\nBring it or send it | If it must come in, we tell you where and how to pack it.\nRepaired or replaced | We repair it, or replace it when it cannot be repaired. Equipment worth over KES 1,000,000 has priority service."},
  {"kind": "heading", "text": "Extended options"},
  {"kind": "list", "text": "**Extended warranty.** Must be bought within 90 days of delivery.\n**Premium care.** Up to 5 years, with a yearly check and calibration.\n**Priority service.** For equipment worth over KES 1,000,000."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "paragraph", "text": "Warranty support: Monday-Friday, 7 AM-7 PM. Emergency support: 24/7, on both numbers."},
  {"kind": "contact", "text": ""}
]$warranty$::jsonb,
'terms', $terms$[
  {"kind": "lead", "text": "What you and we agree on when you buy here: order, price, payment, delivery and returns."},
  {"kind": "heading", "text": "Who sells"},
  {"kind": "paragraph", "text": "{name}, {address}. These terms apply to every order placed on this site."},
  {"kind": "heading", "text": "Your order"},
  {"kind": "list", "text": "With the pay button you order the goods in the summary at the prices shown there.\nAs a rule we keep the pieces for you while you pay. What is not paid in time goes back on the shelf.\nThe order is binding for both sides once your bank has approved the payment and the order page says that it is paid. We write to you when that happens.\nIf an item can no longer be sold to you although you paid for it, we tell you and give your money back."},
  {"kind": "heading", "text": "Price and payment"},
  {"kind": "list", "text": "Prices are in Kenyan shillings. What counts is the price at the moment of your order.\nDelivery is not part of the total, unless the summary lists it. How much it is and when it is free is on [Shipping Info](/shipping-info).\nYou pay by card on our bank’s own page. Your card number never passes through this shop, and we do not store it.\nThe receipt that we send is not a tax invoice."},
  {"kind": "heading", "text": "Cancelling"},
  {"kind": "paragraph", "text": "You can cancel an order on its page until it is paid. Once it is paid, write to us: until the goods have left, we cancel it and give your money back."},
  {"kind": "heading", "text": "Delivery, returns and warranty"},
  {"kind": "paragraph", "text": "[Shipping Info](/shipping-info), [Returns](/returns) and [Warranty](/warranty) are part of these terms. Your rights under Kenyan law apply as well."},
  {"kind": "heading", "text": "Law"},
  {"kind": "paragraph", "text": "The law of Kenya applies, and Kenyan courts decide."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "contact", "text": ""}
]$terms$::jsonb,
'privacy', $privacy$[
  {"kind": "lead", "text": "What this shop stores about you, why, for how long, and who else sees it."},
  {"kind": "heading", "text": "Who is responsible"},
  {"kind": "paragraph", "text": "{name}, {address}."},
  {"kind": "heading", "text": "What we store"},
  {"kind": "list", "text": "**An order: name, e-mail, phone, county and address.** To deliver it, to reach you, and for the books: as long as tax law asks us to keep sales records.\n**Its payments: amount, time, state, the bank’s reference.** To know that you paid, and to give money back: as long as the order.\n**A quotation you asked for: name, organisation, e-mail or phone, county.** So that you and we can open it: 180 days after its last day, or as long as the order it became.\n**Your account: name, e-mail, phone, address.** So that you do not have to type them again: until you erase the account.\n**Messages we sent you.** Their text for 30 days after they were sent, then only that they were sent.\n**Your cart.** With your account, or in your own browser.\n**Failed sign-ins.** To stop people who guess passwords: 180 days.\n**A code made of your network address.** So that nobody reserves all our stock without paying: four days after an order.\n**Searches without a result.** The words alone, without who typed them: 90 days.\n**The log of our servers.** What was asked for and when. At a sign-in, and when something is refused: a code for the account, and the network you came from instead of your address."},
  {"kind": "heading", "text": "What we never have"},
  {"kind": "list", "text": "Your card number: you type it on the bank’s own page.\nYour password in a form that anybody could read.\nTrackers of other companies: this site loads nothing from anybody else, except a check by Cloudflare when we must ask whether you are a person."},
  {"kind": "heading", "text": "Cookies and what your browser keeps"},
  {"kind": "list", "text": "A cookie for 90 days, or 30 days without a visit: it recognises this browser, its sign-in and its orders.\nOne that says only that somebody is signed in here, for 90 days or until you sign out.\nOne for 180 days, once you have signed in: with it you can still sign in while somebody else is guessing your password.\nWhat you typed at checkout, for 24 hours, so that a lost connection does not cost you the form.\nYour cart and which payments have emptied it, your county, the language of your messages, and products you viewed or compare.\nThe product lists and products you opened, and your own orders, for a week, so that you can read them without a connection.\n“Forget this browser” under My Orders, and Sign Out, remove all of it except the cookie of 180 days, which does not identify you."},
  {"kind": "heading", "text": "Who else sees it"},
  {"kind": "list", "text": "Our bank, for the payment.\nThe services that deliver our e-mail, SMS and WhatsApp messages: your address or number and the text.\nThe driver who brings the goods: name, phone and address.\nThe companies that run our servers and database, on our behalf."},
  {"kind": "paragraph", "text": "No other person or company. We do not sell data."},
  {"kind": "heading", "text": "Your rights"},
  {"kind": "paragraph", "text": "Under the Data Protection Act, 2019 you may ask what we store about you, have it corrected or erased, and object to its use. With an account you download and erase it yourself under My Account; orders stay as records of the sale, without who you are. Without one, write to us from the e-mail address it is about. If you are not satisfied, you can turn to the Office of the Data Protection Commissioner."},
  {"kind": "contact", "text": ""}
]$privacy$::jsonb
)) t (shipping jsonb, returns jsonb, warranty jsonb, terms jsonb, privacy jsonb),
  (values ('[{"kind": "lead", "text": "To be written."}]'::jsonb)) e (page)
where e.page in (d.shipping, d.returns, d.warranty, d.terms, d.privacy);

alter table private.shop_details enable trigger record_update;
