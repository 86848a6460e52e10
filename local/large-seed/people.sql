-- Accounts, numbered in the order in which they came. They have no password: nobody signs in as one of them.

create temp table people as
select p.*, lower(replace(p.name, ' ', '.')) || p.n || '@example.com' as email
from (
  select n, pg_temp.id_of('person', n) as id,
    pg_temp.pick(array[
      'Achieng', 'Akinyi', 'Amina', 'Anyango', 'Asha', 'Atieno', 'Barasa', 'Brian', 'Chebet', 'Chepkoech', 'Daniel', 'David',
      'Esther', 'Faith', 'Fatuma', 'Grace', 'Halima', 'Hassan', 'Ibrahim', 'James', 'Jane', 'John', 'Joseph', 'Joy', 'Juma',
      'Kamau', 'Kevin', 'Kiprono', 'Kiptoo', 'Leah', 'Lilian', 'Lucy', 'Mary', 'Mercy', 'Mohamed', 'Moses', 'Muthoni', 'Mwende',
      'Naliaka', 'Nekesa', 'Nyambura', 'Nyokabi', 'Omar', 'Otieno', 'Paul', 'Peter', 'Rehema', 'Rose', 'Ruth', 'Samuel', 'Stephen',
      'Wairimu', 'Wambui', 'Wangari', 'Wanjiku', 'Wanjiru', 'Winnie', 'Zainab'
    ], 'first name', n) || ' ' || pg_temp.pick(array[
      'Abdi', 'Achola', 'Barasa', 'Cherono', 'Chelimo', 'Gathogo', 'Gitau', 'Githinji', 'Kamau', 'Karanja', 'Kariuki', 'Keter',
      'Kibet', 'Kimani', 'Kimutai', 'Kipchoge', 'Kiplagat', 'Kirui', 'Koech', 'Korir', 'Langat', 'Macharia', 'Maina', 'Makori',
      'Mbugua', 'Mohamed', 'Muriuki', 'Mutai', 'Mutiso', 'Mutua', 'Mwangi', 'Mwaniki', 'Njenga', 'Njoroge', 'Njuguna', 'Nyaga',
      'Nyongesa', 'Obara', 'Ochieng', 'Odhiambo', 'Odinga', 'Okello', 'Okoth', 'Omondi', 'Onyango', 'Opiyo', 'Otieno', 'Ouma',
      'Owino', 'Rotich', 'Ruto', 'Simiyu', 'Sang', 'Wafula', 'Wanjala', 'Wanyama', 'Were', 'Yusuf'
    ], 'last name', n) as name,
    '+254' || pg_temp.pick(array['70', '71', '72', '74', '79', '11'], 'network', n)
      || lpad(floor(pg_temp.chance('phone', n) * 10000000)::text, 7, '0') as phone,
    pg_temp.pick(array[
      'Plot 14, Industrial Area', 'Kenyatta Avenue', 'Moi Avenue', 'Ngong Road', 'Thika Road', 'Mombasa Road', 'Oginga Odinga Street',
      'Uhuru Highway', 'Kimathi Street', 'Biashara Street', 'Hospital Road', 'Airport Road', 'Market Street', 'Station Road'
    ], 'street', n) || ', ' || pg_temp.pick(array[
      'Nairobi', 'Nairobi', 'Nairobi', 'Mombasa', 'Mombasa', 'Kisumu', 'Kisumu', 'Nakuru', 'Nakuru', 'Eldoret', 'Eldoret', 'Thika',
      'Nyeri', 'Meru', 'Machakos', 'Kitale', 'Garissa', 'Kakamega', 'Kericho', 'Embu', 'Nanyuki', 'Lodwar', 'Malindi', 'Kisii',
      'Isiolo', 'Naivasha', 'Narok', 'Voi', 'Marsabit', 'Wajir'
    ], 'town', n) as address,
    pg_temp.moment(power((n - 1)::double precision / pg_temp.count_of('people'), 0.8)) as created_at
  from generate_series(1, pg_temp.count_of('people')) n
) p;

insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at)
select id, email, jsonb_build_object('name', name, 'phone', phone, 'address', address), created_at, created_at from people;

insert into public.users (id, name, email, phone, address, created_at, updated_at)
select id, name, email, phone, address, created_at, created_at from people;

alter table people add primary key (n);
analyze people;
