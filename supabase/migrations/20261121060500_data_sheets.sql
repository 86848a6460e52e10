-- Data sheets: the attributes products have, in which unit, and how a written value is read as numbers.
-- Who reads: everybody. Who writes: the triggers on public.products; the attributes, migrations.
set check_function_bodies = off;

create table private.units (
  unit text primary key,
  dimension text not null,
  -- One of this unit in the base of its dimension.
  factor numeric not null check (factor > 0)
);

comment on table private.units is
  'Units a value may be written in. Units of one dimension are converted: 7500 W is 7.5 kW.';

insert into private.units (unit, dimension, factor) values
  ('W', 'power', 1), ('kW', 'power', 1000), ('Wp', 'panel power', 1), ('kWp', 'panel power', 1000),
  ('VA', 'apparent power', 1), ('kVA', 'apparent power', 1000),
  ('Wh', 'energy', 1), ('kWh', 'energy', 1000), ('Ah', 'charge', 1), ('mAh', 'charge', 0.001),
  ('µV', 'voltage', 0.000001), ('mV', 'voltage', 0.001), ('V', 'voltage', 1), ('kV', 'voltage', 1000),
  ('mA', 'current', 0.001), ('A', 'current', 1), ('mΩ', 'resistance', 0.001), ('Ω', 'resistance', 1),
  ('ms', 'time', 0.001), ('s', 'time', 1), ('min', 'time', 60), ('h', 'time', 3600), ('hour', 'time', 3600),
  ('hours', 'time', 3600), ('year', 'years', 1), ('years', 'years', 1),
  ('mm', 'length', 0.001), ('cm', 'length', 0.01), ('m', 'length', 1), ('km', 'length', 1000), ('in', 'inches', 1),
  ('g', 'weight', 0.001), ('kg', 'weight', 1), ('Pa', 'pressure', 1), ('kPa', 'pressure', 1000),
  ('%', 'percent', 1), ('%/°C', 'percent per degree', 1), ('°C', 'temperature', 1), ('°', 'angle', 1),
  ('"', 'arc seconds', 1),
  ('dB', 'decibel', 1), ('Hz', 'frequency', 1), ('bit', 'bits', 1), ('people', 'people', 1), ('KES', 'money', 1);

create table public.attributes (
  key text primary key check (key ~ '^[a-z][a-z0-9_]*$'),
  place integer not null unique,
  label text not null unique,
  unit text,
  kind text not null check (kind in ('number', 'size', 'yes or no', 'text')),
  group_name text not null,
  categories text[] not null check (cardinality(categories) > 0),
  expected_in text[] not null default '{}' check (expected_in <@ categories),
  key_place smallint,
  key_words text check (key_words like '%\%%'),
  worked_out_from text
);

comment on table public.attributes is
  'The vocabulary of data sheets: a line of products.specs with one of these keys is read as a value, '
  'and shown with this label.';
comment on column public.attributes.unit is
  'One of private.units, in which figures are stored and compared; null for counts and texts.';
comment on column public.attributes.kind is
  'number: one, a range or alternatives; size: two or three lengths; yes or no; text is shown and never compared.';
comment on column public.attributes.expected_in is
  'Categories in which a buyer cannot choose without it, or the shop cannot say what fits: what '
  'private.values_missing() names.';
comment on column public.attributes.key_place is
  'Rank in the line of key values under a product''s name; null: not in it.';
comment on column public.attributes.key_words is 'How the key value reads, % being the value: "% inverter".';
comment on column public.attributes.worked_out_from is 'How the shop computes it where the data sheet does not say it.';

alter table public.attributes enable row level security;
grant select on public.attributes to authenticated;

create policy "Who is signed in reads the vocabulary" on public.attributes
  for select to authenticated
  using (true);

insert into public.attributes (place, key, label, unit, kind, group_name, categories, expected_in, key_place, key_words)
values
  (10, 'inverter_power', 'Inverter power', 'kW', 'number', 'Performance', '{solar}', '{}', 1, '% inverter'),
  (20, 'drive_rating', 'Drive rating', 'kW', 'number', 'Performance', '{solar}', '{}', 1, '% drive'),
  (30, 'module_power', 'Module power', 'W', 'number', 'Performance', '{solar}', '{solar}', 3, null),
  (40, 'array_power', 'Array power', 'kWp', 'number', 'Performance', '{solar}', '{}', 6, null),
  (50, 'module_efficiency', 'Module efficiency', '%', 'number', 'Performance', '{solar}', '{}', 5, null),
  (60, 'rated_power', 'Rated power', 'kW', 'number', 'Performance', '{invertors,converters}', '{invertors}', 1, null),
  (70, 'apparent_power', 'Rated apparent power', 'VA', 'number', 'Performance', '{invertors}', '{}', 2, null),
  (80, 'peak_power', 'Peak power', 'W', 'number', 'Performance', '{converters}', '{}', null, null),
  (90, 'peak_load', 'Peak load', '%', 'number', 'Performance', '{converters}', '{}', null, null),
  (100, 'peak_power_off_grid', 'Peak power off-grid', null, 'text', 'Performance', '{invertors}', '{}', null, null),
  (110, 'ac_output', 'AC output', 'W', 'number', 'Performance', '{solar}', '{}', 2, '% AC'),
  (120, 'energy', 'Energy', 'kWh', 'number', 'Performance', '{batteries,solar}', '{batteries}', 1, null),
  (130, 'nominal_voltage', 'Nominal voltage', 'V', 'number', 'Electrical', '{batteries}', '{batteries}', 2, null),
  (132, 'voltage_range', 'Working voltage', 'V', 'number', 'Electrical', '{batteries}', '{}', null, null),
  (140, 'capacity', 'Capacity', 'Ah', 'number', 'Performance', '{batteries}', '{batteries}', 3, null),
  (150, 'chemistry', 'Chemistry', null, 'text', 'Performance', '{batteries}', '{batteries}', 4, null),
  (160, 'cycle_life', 'Cycle life', null, 'number', 'Performance', '{batteries}', '{}', 5, '% cycles'),
  (170, 'design_life', 'Design life', 'years', 'number', 'Performance', '{batteries}', '{}', null, null),
  (180, 'round_trip_efficiency', 'Round-trip efficiency', '%', 'number', 'Performance', '{batteries}', '{}', null,
    null),
  (190, 'maximum_efficiency', 'Maximum efficiency', '%', 'number', 'Performance', '{invertors,converters}', '{}', null,
    null),
  (200, 'phases', 'Phases', null, 'number', 'Electrical', '{invertors}', '{invertors}', 2, '%-phase'),
  (210, 'type', 'Type', null, 'text', 'Performance', '{invertors,instruments,gps}', '{}', 9, null),
  (220, 'output_waveform', 'Output waveform', null, 'text', 'Electrical', '{invertors}', '{}', null, null),
  (230, 'input_voltage', 'Input voltage', 'V', 'number', 'Electrical', '{converters}', '{converters}', 1, '% in'),
  (240, 'output_voltage', 'Output voltage', 'V', 'number', 'Electrical', '{converters,invertors}', '{converters}', 2,
    '% out'),
  (250, 'output_current', 'Output current', 'A', 'number', 'Electrical', '{converters,instruments}', '{converters}', 4,
    null),
  (260, 'battery_voltage', 'Battery voltage', 'V', 'number', 'Battery', '{invertors,converters}',
    '{invertors,converters}', 3, '% battery'),
  (262, 'battery_types', 'Battery types', null, 'text', 'Battery', '{invertors}', '{}', null, null),
  (270, 'maximum_battery_current', 'Maximum battery current', 'A', 'number', 'Battery', '{invertors}', '{}', null,
    null),
  (280, 'charger_current', 'Charger current', 'A', 'number', 'Battery', '{invertors}', '{invertors}', 4, '% charger'),
  (290, 'mains_charging_current', 'Mains charging current', 'A', 'number', 'Battery', '{invertors}', '{}', null, null),
  (300, 'mains_charging_power', 'Mains charging power', 'W', 'number', 'Battery', '{solar}', '{}', null, null),
  (310, 'charge_time', 'Charge time', 'h', 'number', 'Battery', '{solar}', '{}', null, null),
  (320, 'charging', 'Charging', null, 'text', 'Battery', '{invertors,converters,instruments}', '{}', null, null),
  (330, 'discharge_current', 'Discharge current', 'A', 'number', 'Electrical', '{batteries}', '{batteries}', null,
    null),
  (340, 'rated_charge_current', 'Rated charge current', 'A', 'number', 'Electrical', '{batteries}', '{batteries}', null,
    null),
  (350, 'maximum_charge_current', 'Maximum charge current', 'A', 'number', 'Electrical', '{batteries}', '{}', null,
    null),
  (360, 'internal_resistance', 'Internal resistance', 'mΩ', 'number', 'Electrical', '{batteries}', '{}', null, null),
  (370, 'self_discharge', 'Self-discharge', '%', 'number', 'Electrical', '{batteries}', '{}', null, null),
  (380, 'cell_arrangement', 'Cell arrangement', null, 'text', 'Electrical', '{batteries}', '{}', null, null),
  (390, 'unit_voltage', 'Unit voltage', 'V', 'number', 'What is included', '{batteries}', '{}', null, null),
  (400, 'unit_capacity', 'Unit capacity', 'Ah', 'number', 'What is included', '{batteries}', '{}', null, null),
  (410, 'units_in_set', 'Units in set', null, 'number', 'What is included', '{batteries}', '{}', null, null),
  (420, 'wiring', 'Wiring', null, 'text', 'What is included', '{batteries}', '{}', null, null),
  (430, 'unit_weight', 'Weight per unit', 'kg', 'number', 'What is included', '{batteries}', '{}', null, null),
  (440, 'unit_addressing', 'Unit addressing', null, 'text', 'Data and control', '{batteries}', '{}', null, null),
  (450, 'transfer_switch', 'Transfer switch', 'A', 'number', 'Electrical', '{invertors}', '{}', null, null),
  (452, 'solar_input', 'Solar input', null, 'yes or no', 'Solar', '{invertors}', '{}', null, null),
  (460, 'maximum_solar_input', 'Maximum solar input', 'kW', 'number', 'Solar', '{invertors,solar}', '{invertors}', 5,
    '% solar'),
  (470, 'maximum_solar_voltage', 'Maximum solar input voltage', 'V', 'number', 'Solar',
    '{invertors,converters,solar}', '{invertors,solar}', 5, '% solar'),
  (480, 'maximum_solar_current', 'Maximum solar input current', 'A', 'number', 'Solar', '{invertors}', '{}', null,
    null),
  (490, 'maximum_solar_short_circuit', 'Maximum solar short-circuit current', 'A', 'number', 'Solar',
    '{converters,invertors}', '{invertors,converters}', null, null),
  (500, 'mppt_range', 'MPPT range', 'V', 'number', 'Solar', '{invertors}', '{invertors}', null, null),
  (510, 'mpp_trackers', 'MPP trackers', null, 'number', 'Solar', '{invertors}', '{}', null, null),
  (520, 'start_up_voltage', 'Start-up voltage', 'V', 'number', 'Solar', '{invertors}', '{}', null, null),
  (530, 'solar_charger', 'Solar charger', null, 'text', 'Solar', '{invertors}', '{}', null, null),
  (540, 'solar_power_12v', 'Solar power at 12 V', 'W', 'number', 'Solar', '{converters}', '{}', null, null),
  (550, 'solar_power_24v', 'Solar power at 24 V', 'W', 'number', 'Solar', '{converters}', '{}', null, null),
  (560, 'solar_power_48v', 'Solar power at 48 V', 'W', 'number', 'Solar', '{converters}', '{}', null, null),
  (570, 'generator_port', 'Generator port', null, 'yes or no', 'Electrical', '{invertors}', '{}', null, null),
  (580, 'parallel_units', 'Parallel units', null, 'number', 'Electrical', '{invertors}', '{}', null, null),
  (590, 'backup_switching_time', 'Backup switching time', 'ms', 'number', 'Electrical', '{invertors}', '{}', null,
    null),
  (600, 'input_ports', 'Input ports', null, 'text', 'Data and control', '{invertors}', '{}', null, null),
  (610, 'adjustable_settings', 'Adjustable settings', null, 'text', 'Data and control', '{invertors}', '{}', null,
    null),
  (620, 'alternator_voltage', 'Alternator voltage handled', 'V', 'number', 'Electrical', '{converters}', '{}', null,
    null),
  (630, 'engine_detection', 'Engine detection', null, 'yes or no', 'Data and control', '{converters}', '{}', null,
    null),
  (640, 'modes', 'Modes', null, 'text', 'Data and control', '{converters}', '{}', null, null),
  (650, 'isolation', 'Isolation', 'kV', 'number', 'Electrical', '{converters}', '{}', null, null),
  (660, 'open_circuit_voltage', 'Open-circuit voltage', 'V', 'number', 'Electrical', '{solar}', '{solar}', null, null),
  (662, 'mpp_voltage', 'Voltage at maximum power', 'V', 'number', 'Electrical', '{solar}', '{solar}', null, null),
  (670, 'short_circuit_current', 'Short-circuit current', 'A', 'number', 'Electrical', '{solar}', '{solar}', null,
    null),
  (680, 'temperature_coefficient', 'Temperature coefficient', '%/°C', 'number', 'Electrical', '{solar}', '{}', null,
    null),
  (682, 'voltage_coefficient', 'Temperature coefficient of voltage', '%/°C', 'number', 'Electrical', '{solar}', '{}',
    null, null),
  (690, 'construction', 'Construction', null, 'text', 'Case and climate', '{solar}', '{}', null, null),
  (700, 'cell_type', 'Cell type', null, 'text', 'Performance', '{solar}', '{}', null, null),
  (710, 'first_year_loss', 'First-year power loss', '%', 'number', 'Performance', '{solar}', '{}', null, null),
  (720, 'later_loss', 'Later annual power loss', '%', 'number', 'Performance', '{solar}', '{}', null, null),
  (730, 'annual_loss', 'Annual power loss', '%', 'number', 'Performance', '{solar}', '{}', null, null),
  (740, 'load_test_loss', 'Power loss after load test', '%', 'number', 'Performance', '{solar}', '{}', null, null),
  (750, 'front_load', 'Front load', 'Pa', 'number', 'Case and climate', '{solar}', '{}', null, null),
  (760, 'rear_load', 'Rear load', 'Pa', 'number', 'Case and climate', '{solar}', '{}', null, null),
  (770, 'maximum_altitude', 'Maximum site altitude', 'm', 'number', 'Case and climate', '{solar}', '{}', null, null),
  (780, 'certification', 'Certification', null, 'text', 'Case and climate', '{solar}', '{}', null, null),
  (790, 'module_size', 'Module size', 'mm', 'size', 'Case and climate', '{solar}', '{}', null, null),
  (800, 'modules_in_pack', 'Modules in pack', null, 'number', 'What is included', '{solar}', '{solar}', 4, '% panels'),
  (810, 'inverter', 'Inverter', null, 'text', 'What is included', '{solar}', '{}', null, null),
  (820, 'battery', 'Battery', null, 'text', 'What is included', '{solar}', '{}', null, null),
  (830, 'cover_by_part', 'Cover by part', null, 'text', 'What is included', '{solar}', '{}', null, null),
  (840, 'pump_type', 'Pump type', null, 'text', 'What is included', '{solar}', '{}', null, null),
  (850, 'exploration_depth', 'Exploration depth', 'm', 'number', 'Measurement', '{pqwt}', '{pqwt}', 1, '% deep'),
  (860, 'method', 'Method', null, 'text', 'Measurement', '{pqwt}', '{}', 4, null),
  (870, 'drawn_result', 'Drawn result', null, 'text', 'Measurement', '{pqwt}', '{}', null, null),
  (880, 'current_injection', 'Current injection', null, 'yes or no', 'Measurement', '{pqwt}', '{}', null, null),
  (890, 'input_channels', 'Input channels', null, 'number', 'Measurement', '{instruments}', '{}', 1, '% channels'),
  (900, 'methods', 'Methods', null, 'text', 'Measurement', '{instruments}', '{}', 8, null),
  (910, 'survey_types', 'Survey types', null, 'text', 'Measurement', '{instruments}', '{}', 8, null),
  (920, 'maximum_output_voltage', 'Maximum output voltage', 'V', 'number', 'Measurement', '{instruments}', '{}', 5,
    null),
  (930, 'transmitter_power', 'Transmitter power', 'W', 'number', 'Measurement', '{instruments}', '{}', 6, null),
  (940, 'high_power_option', 'High-power transmitter option', 'W', 'number', 'Measurement', '{instruments}', '{}', null,
    null),
  (950, 'resolution', 'Resolution', 'µV', 'number', 'Measurement', '{instruments}', '{}', null, null),
  (960, 'measuring_ranges', 'Measuring ranges', null, 'text', 'Measurement', '{instruments}', '{}', null, null),
  (970, 'dynamic_range', 'Dynamic range', 'dB', 'number', 'Measurement', '{instruments}', '{}', null, null),
  (980, 'accuracy', 'Accuracy', '%', 'number', 'Measurement', '{instruments}', '{}', null, null),
  (990, 'converter_bits', 'Converter', 'bit', 'number', 'Measurement', '{instruments}', '{}', 6, null),
  (1000, 'simultaneous_reading', 'Simultaneous current and voltage', null, 'yes or no', 'Measurement', '{instruments}',
    '{}', null, null),
  (1010, 'sampling_rate', 'Maximum sampling rate', 'Hz', 'number', 'Measurement', '{instruments}', '{}', 7, null),
  (1020, 'principle', 'Principle', null, 'text', 'Measurement', '{instruments}', '{}', null, null),
  (1030, 'gradiometer', 'Gradiometer set-up', null, 'yes or no', 'Measurement', '{instruments}', '{}', null, null),
  (1040, 'base_station', 'Base-station set-up', null, 'yes or no', 'Measurement', '{instruments}', '{}', null, null),
  (1050, 'base_station_mode', 'Base-station mode', null, 'text', 'Measurement', '{instruments}', '{}', null, null),
  (1060, 'angle_accuracy', 'Angle accuracy', '"', 'number', 'Measurement', '{instruments}', '{}', 1, '% angles'),
  (1070, 'offset_at_100_m', 'Offset at 100 m', 'mm', 'number', 'Measurement', '{instruments}', '{}', null, null),
  (1080, 'reflectorless_range', 'Reflectorless range', 'm', 'number', 'Measurement', '{instruments}', '{}', 2,
    '% reflectorless'),
  (1090, 'distance_meter', 'Distance meter', null, 'text', 'Measurement', '{instruments}', '{}', null, null),
  (1100, 'drive', 'Drive', null, 'text', 'Measurement', '{instruments}', '{}', 3, null),
  (1110, 'station_set_up', 'Station set-up', null, 'number', 'Measurement', '{instruments}', '{}', null, null),
  (1120, 'point_coding', 'Point coding', null, 'text', 'Data and control', '{instruments}', '{}', null, null),
  (1130, 'electrodes', 'Electrodes', null, 'number', 'What is included', '{instruments}', '{}', 2, '% electrodes'),
  (1140, 'cables', 'Cables', null, 'number', 'What is included', '{instruments}', '{}', 3, '% cables'),
  (1150, 'takeouts_per_cable', 'Take-outs per cable', null, 'number', 'What is included', '{instruments}', '{}', null,
    null),
  (1160, 'total_takeouts', 'Total take-outs', null, 'number', 'What is included', '{instruments}', '{}', 2,
    '% take-outs'),
  (1170, 'cable_sections', 'Cable sections', null, 'text', 'What is included', '{instruments}', '{}', null, null),
  (1180, 'switch_versions', 'Switch versions made', null, 'text', 'Measurement', '{instruments}', '{}', null, null),
  (1190, 'article_number', 'Article number', null, 'text', 'What is included', '{instruments}', '{}', null, null),
  (1200, 'fits', 'Fits', null, 'text', 'What is included', '{instruments}', '{}', null, null),
  (1210, 'external_supply_voltage', 'External supply voltage', 'V', 'number', 'Electrical', '{instruments}', '{}', null,
    null),
  (1220, 'external_supply_current', 'External supply current', 'A', 'number', 'Electrical', '{instruments}', '{}', null,
    null),
  (1230, 'internal_batteries', 'Internal batteries', null, 'text', 'Electrical', '{instruments}', '{}', null, null),
  (1240, 'reverse_polarity', 'Reverse polarity protection', null, 'yes or no', 'Electrical', '{instruments}', '{}',
    null, null),
  (1250, 'emergency_stop', 'Emergency stop', null, 'yes or no', 'Case and climate', '{instruments}', '{}', null, null),
  (1260, 'internal_storage', 'Internal storage', null, 'number', 'Data and control', '{instruments}', '{}', null, null),
  (1270, 'stored_with_reading', 'Stored with each reading', null, 'text', 'Data and control', '{instruments}', '{}',
    null, null),
  (1280, 'gps_connection', 'GPS connection', null, 'yes or no', 'Data and control', '{instruments}', '{}', null, null),
  (1290, 'software', 'Software', null, 'text', 'Data and control', '{instruments}', '{}', null, null),
  (1300, 'receivers_in_set', 'Receivers in set', null, 'number', 'What is included', '{gps}', '{}', 1, '% receivers'),
  (1310, 'units_in_pack', 'Units in pack', null, 'number', 'What is included', '{gps}', '{}', 1, '% units'),
  (1320, 'gnss_channels', 'Channels', null, 'number', 'Measurement', '{gps}', '{}', 2, '% channels'),
  (1330, 'satellite_reception', 'Satellite reception', null, 'text', 'Measurement', '{gps}', '{}', 6, null),
  (1340, 'constellations', 'Constellations', null, 'text', 'Measurement', '{gps}', '{}', null, null),
  (1350, 'positioning_engine', 'Positioning engine', null, 'text', 'Measurement', '{gps}', '{}', null, null),
  (1360, 'tilt_compensation', 'Tilt compensation', '°', 'number', 'Measurement', '{gps}', '{}', 3, 'tilt %'),
  (1370, 'tilt_accuracy', 'Tilt accuracy', null, 'text', 'Measurement', '{gps}', '{}', 4, 'tilt %'),
  (1380, 'tilt_system', 'Tilt system', null, 'text', 'Measurement', '{gps}', '{}', null, null),
  (1390, 'tilt_restart', 'Tilt sensor restart', null, 'text', 'Measurement', '{gps}', '{}', null, null),
  (1400, 'tilt_message', 'Tilt message', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1410, 'position_output', 'Position output', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1420, 'battery_life', 'Battery life', 'h', 'number', 'Field use', '{gps}', '{}', 4, 'battery %'),
  (1430, 'screen_size', 'Screen size', 'in', 'number', 'Field use', '{gps,pqwt}', '{}', 5, '% screen'),
  (1440, 'screen_resolution', 'Screen resolution', null, 'text', 'Field use', '{gps}', '{}', null, null),
  (1450, 'screen', 'Screen', null, 'text', 'Field use', '{pqwt}', '{}', null, null),
  (1460, 'field_crew', 'Field crew', 'people', 'number', 'Field use', '{pqwt}', '{}', 5, null),
  (1470, 'hard_ground', 'Hard ground', null, 'text', 'Field use', '{pqwt}', '{}', null, null),
  (1480, 'stored_lines', 'Stored lines', null, 'number', 'Data and control', '{pqwt}', '{}', null, null),
  (1490, 'points_per_line', 'Points per line', null, 'number', 'Data and control', '{pqwt}', '{}', null, null),
  (1500, 'maker', 'Maker', null, 'text', 'Data and control', '{pqwt}', '{}', null, null),
  (1510, 'messaging', 'Messaging', null, 'text', 'Field use', '{gps}', '{}', null, null),
  (1520, 'wireless', 'Wireless', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1530, 'waypoints', 'Waypoints', null, 'number', 'Data and control', '{gps}', '{}', null, null),
  (1540, 'routes', 'Routes', null, 'number', 'Data and control', '{gps}', '{}', null, null),
  (1550, 'tracks', 'Tracks', null, 'number', 'Data and control', '{gps}', '{}', null, null),
  (1560, 'vehicle_supply', 'Vehicle mount supply', null, 'text', 'Electrical', '{gps}', '{}', null, null),
  (1570, 'app', 'App', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1580, 'export', 'Export', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1590, 'set_up', 'Set-up', null, 'text', 'Data and control', '{gps,converters}', '{}', null, null),
  (1600, 'control', 'Control', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1610, 'static_formats', 'Static data formats', null, 'text', 'Data and control', '{gps}', '{}', 8, null),
  (1620, 'longest_file', 'Longest single file', 'h', 'number', 'Data and control', '{gps}', '{}', null, null),
  (1630, 'continuous_logging', 'Continuous logging', null, 'text', 'Data and control', '{gps}', '{}', null, null),
  (1640, 'protection_class', 'Protection class', null, 'text', 'Case and climate', '{batteries,invertors,gps}', '{}', 7,
    null),
  (1650, 'operating_temperature', 'Operating temperature', '°C', 'number', 'Case and climate',
    '{batteries,converters}', '{}', null, null),
  (1660, 'discharge_temperature', 'Discharge temperature', '°C', 'number', 'Case and climate', '{batteries}', '{}',
    null, null),
  (1670, 'recharge_after_empty', 'Recharge after empty', 'h', 'number', 'Case and climate', '{batteries}', '{}', null,
    null),
  (1680, 'storage_rule', 'Storage rule', null, 'text', 'Case and climate', '{batteries}', '{}', null, null),
  (1690, 'series_tested', 'Series tested to', null, 'text', 'Case and climate', '{batteries}', '{}', null, null),
  (1700, 'size', 'Size', 'mm', 'size', 'Case and climate', '{batteries,invertors,converters}', '{}', null, null),
  (1710, 'width', 'Width', 'mm', 'number', 'Case and climate', '{converters}', '{}', null, null);

insert into public.attributes (place, key, label, kind, group_name, categories)
select w.place, w.key, w.label, 'text', 'What is included',
  '{solar,batteries,instruments,invertors,converters,pqwt,gps}'
from (values (1990, 'in_the_box', 'In the box'), (2000, 'sold_separately', 'Sold separately')) w (place, key, label);

insert into public.attributes (place, key, label, unit, kind, group_name, categories, key_words) values
  (2010, 'price_per_kwh', 'Price per kWh', 'KES', 'number', 'Price compared', '{batteries,solar}', '% per kWh'),
  (2020, 'price_per_ah', 'Price per Ah', 'KES', 'number', 'Price compared', '{batteries}', '% per Ah'),
  (2030, 'price_per_watt', 'Price per W', 'KES', 'number', 'Price compared', '{solar,invertors}', '% per W');

update public.attributes a set worked_out_from = w.how
from (values
  ('capacity', 'energy ÷ nominal voltage'), ('array_power', 'module power × modules in pack'),
  ('total_takeouts', 'cables × take-outs per cable'),
  ('price_per_kwh', 'price ÷ energy'), ('price_per_ah', 'price ÷ capacity'), ('price_per_watt', 'price ÷ power')
) w (key, how)
where a.key = w.key;

create function private.specs_with_keys(p_specs jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  -- What is no data sheet is left as it is, for the check on the table to refuse.
  if not private.is_data_sheet(p_specs) then
    return p_specs;
  end if;
  return (
    select coalesce(jsonb_agg(case
      when coalesce(by_key.key, by_label.key) is not null
        then l - 'label' || jsonb_build_object('key', coalesce(by_key.key, by_label.key))
      -- An unknown key or label becomes the owner's own line.
      else jsonb_build_object('label', coalesce(l -> 'label', l -> 'key'), 'value', l -> 'value')
    end order by at), '[]')
    from jsonb_array_elements(p_specs) with ordinality t (l, at)
    left join public.attributes by_key on by_key.key = l ->> 'key'
    left join public.attributes by_label on by_label.label = l ->> 'label'
  );
end;
$$;

comment on function private.specs_with_keys is 'A data sheet as it is stored: labels of the vocabulary become keys.';

create function private.specs_with_labels(p_specs jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'label', coalesce(a.label, l ->> 'label'), 'value', l -> 'value'
    ) order by at), '[]')
    from jsonb_array_elements(p_specs) with ordinality t (l, at) left join public.attributes a on a.key = l ->> 'key'
  );
end;
$$;

comment on function private.specs_with_labels is
  'A stored data sheet as people read and edit it: the contract''s Specification[].';

create function private.with_sources(p_specs jsonb, p_before jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when private.is_data_sheet(p_specs) then (
    select coalesce(jsonb_agg(coalesce((
      select b from jsonb_array_elements(p_before) b
      where b ->> 'key' = l ->> 'key' and b ->> 'value' = l ->> 'value' and not l ? 'source'
    ), l) order by at), '[]')
    from jsonb_array_elements(p_specs) with ordinality t (l, at)
  ) else p_specs end;
$$;

comment on function private.with_sources is
  'A stored data sheet in which a value that has not changed keeps its source, '
  'which nobody who edits a sheet sees or sends.';

create function private.with_spec_keys(p_columns jsonb, p_before jsonb default '[]') returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_columns ? 'specs' then p_columns || jsonb_build_object(
      'specs', private.with_sources(private.specs_with_keys(p_columns -> 'specs'), p_before)
    )
    else p_columns
  end;
end;
$$;

comment on function private.with_spec_keys is
  'Columns of a product by name, its data sheet as it is stored, with the sources of values that p_before has, too.';
grant execute on function private.specs_with_keys, private.with_spec_keys, private.with_sources to authenticated;
grant execute on function private.specs_with_labels to authenticated;

create function private.parts_of_value(p_kind text, p_value text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case p_kind
    when 'size' then regexp_match(
      p_value, '^()(\d{1,7}(?:\.\d{1,6})?)()(?: [x×] (\d{1,7}(?:\.\d{1,6})?))(?: [x×] (\d{1,7}(?:\.\d{1,6})?))?(.*)$'
    )
    else regexp_match(
      p_value,
      '^(about |up to |over |better than |within |from )?(-?\d(?:[\d,]{0,13}\d)?(?:\.\d{1,9})?)'
      '(?:(?: (to|or) | ?[-–] ?)(-?\d(?:[\d,]{0,13}\d)?(?:\.\d{1,9})?))?()(.*)$'
    )
  end;
end;
$$;

comment on function private.parts_of_value is
  'What a value is written of: {word before it, figure, "to" or "or", null where a dash is "to", second figure, third '
  'figure, what follows}.';

create function private.read_value(
  p_kind text, p_unit text, p_value text,
  out place smallint, out low numeric, out high numeric, out written text, out note text
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  parts text[];
  rest text;
  found_unit private.units;
  scale numeric := 1;
begin
  place := 1;
  if p_kind = 'text' then
    written := p_value;
    return next;
    return;
  end if;
  if p_kind = 'yes or no' then
    parts := regexp_match(p_value, '^(yes|no)(?:$|[ ,;(]+(.*)$)', 'i');
    low := case lower(parts[1]) when 'yes' then 1 when 'no' then 0 end;
    high := low;
    written := initcap(parts[1]);
    note := nullif(rtrim(parts[2], ')'), '');
    if low is not null then
      return next;
    end if;
    return;
  end if;
  parts := private.parts_of_value(p_kind, p_value);
  if parts is null then
    return;
  end if;
  rest := parts[6];
  if p_unit is not null then
    -- The longest unit of the attribute's dimension that the rest begins with.
    select u.* into found_unit
    from private.units u join private.units wanted on wanted.unit = p_unit and wanted.dimension = u.dimension
    where starts_with(ltrim(rest), u.unit) and substr(ltrim(rest), char_length(u.unit) + 1, 1) !~ '[[:alnum:]/]'
    order by char_length(u.unit) desc limit 1;
    if not found then
      return;
    end if;
    scale := found_unit.factor / (select u.factor from private.units u where u.unit = p_unit);
    rest := substr(ltrim(rest), char_length(found_unit.unit) + 1);
  elsif rest !~ '^($|[ ,;(])' then
    return;
  end if;
  written := rtrim(left(p_value, char_length(p_value) - char_length(rest)));
  note := nullif(trim(both ' ,;()' from rest), '');
  low := replace(parts[2], ',', '')::numeric * scale;
  high := low;
  if p_kind = 'size' then
    return next;
    for side in 4..5 loop
      if parts[side] is not null then
        place := place + 1;
        low := parts[side]::numeric * scale;
        high := low;
        return next;
      end if;
    end loop;
  elsif parts[3] = 'or' then
    return next;
    place := 2;
    low := replace(parts[4], ',', '')::numeric * scale;
    high := low;
    return next;
  else
    high := coalesce(replace(parts[4], ',', '')::numeric * scale, low);
    if high >= low then
      return next;
    end if;
  end if;
end;
$$;

comment on function private.read_value is
  'A written value as figures in p_unit: "40 to 60 V" or "40-60 V" is one row from 40 to 60, "12 or 24 V" two, '
  '"140 x 295 x 468 mm" three. written: the figure with its unit as the maker wrote it; note: what follows it. No row '
  'when it does not begin with a figure in a unit of the right dimension.';
-- public.review_data_sheet() reads with the rights of whoever asks.
grant select on private.units to authenticated;
grant execute on function private.parts_of_value, private.read_value to authenticated;

create table private.product_figures (
  product_id uuid not null references public.products (id) on delete cascade deferrable initially deferred,
  key text not null references public.attributes (key),
  place smallint not null,
  low numeric not null,
  high numeric not null check (high >= low),
  is_worked_out boolean not null default false,
  primary key (product_id, key, place)
);

comment on table private.product_figures is
  'One row for a number or a range, several for alternatives and sizes, in public.attributes.unit.';

create index product_figures_by_value on private.product_figures (key, low, product_id) include (high, place);

create table private.product_texts (
  product_id uuid not null references public.products (id) on delete cascade deferrable initially deferred,
  key text not null references public.attributes (key),
  -- Of the product: a shelf's texts are counted without those of other shelves.
  category text not null,
  value text not null,
  slug text not null,
  primary key (product_id, key)
);

comment on table private.product_texts is
  'Short texts of data sheets, for filters: "Lead-acid" as Chemistry. Longer ones are sentences, '
  'and nobody chooses by them.';
comment on column private.product_texts.slug is
  'The value as it stands in addresses: lead-acid. Values that differ only in capitals or signs are one.';

create index product_texts_by_key on private.product_texts (key);
create index product_texts_by_slug on private.product_texts (category, key, slug, product_id) include (value);

create function private.text_slug(p_value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return trim(both '-' from regexp_replace(private.normalize_for_search(p_value), '[^a-z0-9]+', '-', 'g'));
end;
$$;

create function private.read_specs(
  p_specs jsonb, p_category text,
  out line integer, out key text, out place smallint, out low numeric, out high numeric, out written text, out note text
) returns setof record
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- The first line of an attribute counts.
  return query
  select distinct on (s.line, v.place) s.line::integer, a.key, v.place, v.low, v.high, v.written, v.note
  from (
    select distinct on (l ->> 'key') l ->> 'key' as key, l ->> 'value' as value, at as line
    from jsonb_array_elements(p_specs) with ordinality t (l, at) order by l ->> 'key', at
  ) s
  join public.attributes a on a.key = s.key and p_category = any (a.categories)
  cross join lateral private.read_value(a.kind, a.unit, s.value) v
  order by s.line, v.place;
end;
$$;

comment on function private.read_specs is 'The lines of a data sheet that are in the vocabulary and can be read.';

create type private.sheet_line as (
  line integer, key text, place smallint, low numeric, high numeric, written text, note text, is_worked_out boolean
);

comment on type private.sheet_line is
  'What a data sheet says of one attribute; line is null where the shop worked it out.';

create function private.compared_price(p_price integer, p_figure numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  -- Whole shillings, and tenths of a price per watt, where whole ones would all be alike: as pages show it.
  return (
    select round(f.price, case when f.price < 100 then 1 else 0 end)
    from (select p_price / nullif(p_figure, 0) as price) f
  );
end;
$$;

comment on function private.compared_price is 'The price of one kWh, Ah or W, in KES.';

create function private.sheet_lines(p_product public.products) returns setof private.sheet_line
language plpgsql stable set search_path = '' as $$
begin
  return query
  with read as materialized (
    select * from private.read_specs(p_product.specs, p_product.category)
  ), known as (
    select jsonb_object_agg(r.key, r.low) filter (where r.low is not null and r.place = 1) as f from read r
  ), facts as (
    select
      (f ->> 'energy')::numeric as energy,
      coalesce(
        (f ->> 'capacity')::numeric,
        round((f ->> 'energy')::numeric * 1000 / nullif((f ->> 'nominal_voltage')::numeric, 0))
      ) as capacity,
      coalesce(
        (f ->> 'array_power')::numeric,
        round((f ->> 'module_power')::numeric * (f ->> 'modules_in_pack')::numeric / 1000, 2)
      ) as array_power,
      coalesce(
        (f ->> 'total_takeouts')::numeric, (f ->> 'cables')::numeric * (f ->> 'takeouts_per_cable')::numeric
      ) as takeouts,
      (f ->> 'rated_power')::numeric as rated_power,
      f ?| array['inverter_power', 'drive_rating'] as is_kit
    from known
  )
  select r.line, r.key, r.place, r.low, r.high, r.written, r.note, false from read r
  union all
  select null, w.key, 1::smallint, w.figure, w.figure, null, null, true
  from facts, lateral (values
    ('capacity', capacity), ('array_power', array_power), ('total_takeouts', takeouts),
    ('price_per_kwh', private.compared_price(p_product.price, energy)),
    ('price_per_ah', private.compared_price(p_product.price, capacity)),
    -- A kit's price pays for its battery and inverter too.
    (
      'price_per_watt',
      case when not is_kit then private.compared_price(p_product.price, coalesce(array_power, rated_power) * 1000) end
    )
  ) w (key, figure)
  join public.attributes a on a.key = w.key and p_product.category = any (a.categories)
  where w.figure > 0 and not exists (select 1 from read r where r.key = w.key);
end;
$$;

comment on function private.sheet_lines is
  'What a data sheet says, line by line, and what follows from it and the price where it does not say it. Reading '
  'takes milliseconds: once for a product.';

create function private.worked_out_specs(p_product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'label', a.label, 'value', private.figure_text(f.low, a.unit)
    ) order by a.place), '[]')
    from private.product_figures f join public.attributes a on a.key = f.key
    where f.product_id = p_product and f.is_worked_out and a.unit is distinct from 'KES'
  );
end;
$$;

comment on function private.worked_out_specs is
  'What the shop worked out, as lines of a data sheet, without prices: a list shows what its filters count.';

create function private.is_short_text(p_kind text, p_written text) returns boolean
language sql immutable set search_path = '' as $$
  -- One without letters would read as a figure in an address.
  select p_kind = 'text' and char_length(p_written) <= 40 and private.text_slug(p_written) ~ '[a-z]';
$$;

comment on function private.is_short_text is 'Whether a line of a data sheet goes into private.product_texts.';

create function private.figure_text(p_low numeric, p_unit text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A price per watt is some tens of shillings: without a tenth most of a shelf would read the same.
  return case
    when p_unit = 'KES'
      then 'KES ' || case when p_low < 100 then to_char(p_low, 'FM990.0') else to_char(p_low, 'FM999,999,999,990') end
    else trim_scale(p_low) || coalesce(' ' || p_unit, '')
  end;
end;
$$;

comment on function private.figure_text is 'A figure that the shop worked out, with its unit: "74 Ah", "KES 55,775".';

create function private.key_values_of(p_category text, p_sheet private.sheet_line[]) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(figure order by key_place, place), '{}')
    from (
      select a.key_place, a.place,
        replace(coalesce(a.key_words, '%'), '%', coalesce(s.written, private.figure_text(s.low, a.unit))) as figure
      from unnest(p_sheet) s join public.attributes a on a.key = s.key
      where s.place = 1 and a.key_place is not null and p_category = any (a.categories)
        -- Longer values are sentences; they stay in the data sheet.
        and char_length(coalesce(s.written, '')) <= 26
      order by a.key_place, a.place limit 3
    ) chosen
  );
end;
$$;

comment on function private.key_values_of is
  'What a buyer compares first, three at most: {"5.12 kWh", "51.2 V", "100 Ah"}.';

create function private.store_data_sheet() returns trigger
-- Definer: whoever edits a product, only this trigger writes its figures.
language plpgsql security definer set search_path = '' as $$
declare
  sheet private.sheet_line[];
begin
  -- Whoever saves a product names all its columns.
  if tg_op = 'UPDATE' and (new.specs, new.category, new.price) = (old.specs, old.category, old.price) then
    return new;
  end if;
  new.specs := private.specs_with_keys(new.specs);
  if tg_op = 'UPDATE' then
    new.specs := private.with_sources(new.specs, old.specs);
  end if;
  sheet := array(select l from private.sheet_lines(new) l);
  new.key_values := private.key_values_of(new.category, sheet);
  -- An insert of a product that exists already will do nothing, so its figures stay as well.
  if tg_op = 'INSERT' and exists (select 1 from public.products p where p.id = new.id) then
    return new;
  end if;
  delete from private.product_figures f where f.product_id = new.id;
  insert into private.product_figures (product_id, key, place, low, high, is_worked_out)
  select new.id, s.key, s.place, s.low, s.high, s.is_worked_out
  from unnest(sheet) s
  where s.low is not null;
  delete from private.product_texts t where t.product_id = new.id;
  insert into private.product_texts (product_id, key, category, value, slug)
  -- What stands behind a comma says more of the same value: "Lead-acid, AGM".
  select new.id, s.key, new.category, split_part(s.written, ',', 1), private.text_slug(split_part(s.written, ',', 1))
  from unnest(sheet) s join public.attributes a on a.key = s.key and private.is_short_text(a.kind, s.written);
  return new;
end;
$$;

-- Before the row is written: what is read once goes into the row and into both tables,
-- whose foreign keys wait for the row.
create trigger store_data_sheet before insert or update of specs, category, price on public.products
  for each row execute function private.store_data_sheet();

create function private.product_sheet(p_product public.products) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with written as materialized (
      select a.key, a.group_name, a.place, a.label, coalesce(s.written, private.figure_text(s.low, a.unit)) as value,
        s.note,
        case when s.is_worked_out then a.worked_out_from end as worked_out_from
      from private.sheet_lines(p_product) s join public.attributes a on a.key = s.key
      -- What is not sold any more has no price, and none per kWh.
      where s.place = 1 and (p_product.is_active or a.unit is distinct from 'KES')
    ), others as (
      -- Lines of the owner's own, and values that cannot be read: as they were typed.
      select null, 'More', 3000 + at, coalesce(a.label, l ->> 'label'), l ->> 'value', null, null
      from jsonb_array_elements(p_product.specs) with ordinality t (l, at)
      left join public.attributes a on a.key = l ->> 'key'
      where not exists (select 1 from written w where w.worked_out_from is null and w.key = l ->> 'key')
    ), lines (key, group_name, place, label, value, note, worked_out_from) as (
      select * from written union all select * from others
    ), groups as (
      select group_name, min(place) as place, jsonb_agg(jsonb_build_object(
        'key', key, 'label', label, 'value', value, 'note', note, 'workedOutFrom', worked_out_from
      ) order by place) as lines
      from lines group by group_name
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', group_name, 'lines', lines) order by place), '[]') from groups
  );
end;
$$;

comment on function private.product_sheet is
  'The contract''s SheetGroup[]: a data sheet in groups, the figures that the shop worked out among it.';
grant execute on function private.figure_text to authenticated;
grant execute on function
  private.read_specs, private.compared_price, private.sheet_lines, private.key_values_of
to authenticated;

create function private.values_missing(p_category text, p_specs jsonb, p_known text[]) returns setof public.attributes
language sql stable set search_path = '' as $$
  select a.*
  from (select p_known || array(select l ->> 'key' from jsonb_array_elements(p_specs) l) as keys) k
  join public.attributes a on p_category = any (a.expected_in) and a.key <> all (k.keys)
  where case
    -- Of several one is enough.
    when a.key = 'rated_charge_current' then not 'maximum_charge_current' = any (k.keys)
    when a.key = 'chemistry' then not 'cell_arrangement' = any (k.keys)
    when a.key = 'rated_power' then not 'apparent_power' = any (k.keys)
    when a.key = 'charger_current'
      then not k.keys && '{mains_charging_current,maximum_battery_current,adjustable_settings}'
    when p_category = 'invertors' and a.group_name = 'Solar'
      then not p_specs @> '[{"key": "solar_input", "value": "No"}]'
    -- Panels, which a kit brings with its inverter.
    when p_category = 'solar' then case
      when a.key = 'maximum_solar_voltage' then k.keys && '{inverter_power,drive_rating,ac_output}'
      else 'module_power' = any (k.keys) and not k.keys && '{inverter_power,drive_rating}' end
    -- Controllers, and other converters.
    when p_category = 'converters' then a.key = 'output_current' or case
      when not 'maximum_solar_voltage' = any (k.keys) then a.key in ('input_voltage', 'output_voltage')
      when a.key = 'battery_voltage' then not k.keys && '{solar_power_12v,solar_power_24v,solar_power_48v}'
      else a.key = 'maximum_solar_short_circuit' end
    else true end
  order by a.place;
$$;

comment on function private.values_missing is
  'What buyers need, or the shop to say what fits, and a data sheet does not name; p_known: keys besides, worked out '
  'for instance. A line that says "None" counts as known.';
grant execute on function private.values_missing to authenticated;

create function public.review_data_sheet(p_category text, p_specs jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  specs constant jsonb := private.specs_with_keys(p_specs);
  draft public.products := jsonb_populate_record(
    null::public.products, jsonb_build_object('category', p_category, 'specs', specs)
  );
  sheet private.sheet_line[];
begin
  perform private.refuse_invalid(not private.is_data_sheet(p_specs), 'a data sheet');
  sheet := array(select l from private.sheet_lines(draft) l);
  return jsonb_build_object(
    'keyValues', to_jsonb(private.key_values_of(p_category, sheet)),
    'unread', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'label', a.label, 'kind', a.kind, 'unit', a.unit
      ) order by a.place), '[]')
      from public.attributes a
      where p_category = any (a.categories)
        and a.key in (select l ->> 'key' from jsonb_array_elements(specs) l)
        and a.key not in (select s.key from unnest(sheet) s where not s.is_worked_out)
    ),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'label', a.label, 'kind', a.kind, 'unit', a.unit
      ) order by a.place), '[]')
      from private.values_missing(p_category, specs, array(select s.key from unnest(sheet) s)) a
    )
  );
end;
$$;

comment on function public.review_data_sheet is
  'What the shop makes of a data sheet before it is saved: {keyValues, unread: known labels whose value is no figure, '
  'missing: private.values_missing()}. PT400.';
grant execute on function public.review_data_sheet to authenticated;
