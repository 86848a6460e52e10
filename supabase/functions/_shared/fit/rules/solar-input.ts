import { costOf, finding, type Finding } from '../finding.ts';
import { classOf, type Line, type SolarInput } from '../part.ts';
import { nameOf, type Plan } from '../site.ts';
import { coldVolts, mostModules, type Stringing, stringing } from '../strings.ts';

/** Panels left out beside those that are certain, at most: a quarter. */
const mostLeftOut = 0.25;

type Input = {
  line: Line;
  solar: SolarInput;
  bus: number;
  /** Watts that it uses; without a bank of its own as many as with any. */
  most: number;
  free: SolarInput['trackers'];
};

/** Panels need a solar input of theirs, and strings that it takes; what it never uses is said besides. */
export function solarInput(lines: Line[], plan: Plan): Finding[] {
  const panels = lines.filter(({ part }) => part.panels);
  const inputs = inputsOf(lines, plan);
  if (panels.length === 0) return [];
  if (inputs.length === 0) return panels.flatMap((line) => nothingTakes(line, lines, plan));
  const key = inputs.map(({ bus, most }) => `${bus} ${most}`).join();
  const said = known.get(lines) ?? new Map<string, Finding[]>();
  known.set(lines, said);
  const found = said.get(key) ?? bestStrings(panels, inputs);
  said.set(key, found);
  return found;
}

/** Of one cart, by the volts of its inputs' banks: most ways of connecting the rest leave the panels where they are. */
const known = new WeakMap<Line[], Map<string, Finding[]>>();

/** What comes last gets what is left: both ways round are tried. */
function bestStrings(panels: Line[], inputs: Input[]): Finding[] {
  const ways = [panels, panels.toReversed()].map((way) => stringsOf(way, inputs));
  return ways.toSorted((one, other) => costOf(one) - costOf(other))[0] ?? [];
}

function inputsOf(lines: Line[], { banks, lost }: Plan): Input[] {
  const main = banks.find(({ volts }) => volts > 0)?.volts ?? 0;
  return lines
    .flatMap((line) => {
      const { solar, bank } = line.part;
      if (!solar) return [];
      const own =
        banks.find(({ others }) => others.includes(line))?.volts ?? (lost.includes(line) ? main : 0);
      const bus = own || Math.min(...(bank?.takes.map(({ low }) => low) ?? [0]));
      const trackers = Array.from({ length: line.quantity }, () => solar.trackers).flat();
      const watts = own ? [solar.watts.get(0) ?? solar.watts.get(classOf(own))] : [...solar.watts.values()];
      const most = Math.max(...watts.map((amount) => amount?.high ?? Infinity)) * line.quantity;
      return [{ line, solar, bus: classOf(bus), most: watts.length > 0 ? most : Infinity, free: trackers }];
    })
    .toSorted((one, other) => Number(one.solar.isPortable) - Number(other.solar.isPortable));
}

function nothingTakes(line: Line, lines: Line[], { banks }: Plan): Finding[] {
  // A kit's inverter or pump drive has its panels already; how many more it takes stands in no sheet.
  const kit = lines.find(({ part }) => part.job === 'kit' || part.job === 'pump kit');
  if (kit) return [finding('unknown', 'strings', [line, kit], {}, ['maximum_solar_voltage'])];
  const bank = banks.find(({ head, others }) => head ?? others[0]);
  const device = bank && (bank.head ?? nameOf(bank));
  return device ? [finding('misfit', 'no solar input', [line, device])] : [];
}

/** Each kind of panels on the input that suits it best, one after the other; what one took, another cannot have. */
function stringsOf(panels: Line[], all: Input[]): Finding[] {
  const inputs = all.map((input) => ({ ...input, watts: 0, lines: [] as Line[] }));
  const found = panels.flatMap((line) => {
    const { panels: kind } = line.part;
    const modules = (kind?.perPack ?? 0) * line.quantity;
    if (!kind || modules > mostModules) return [];
    const ways = inputs
      .filter(({ free }) => free.length > 0)
      .map((input) => ({ input, way: stringing(kind, modules, input.solar, input.free, input.bus) }))
      .toSorted((one, other) => rank(other.way, modules) - rank(one.way, modules));
    const [best] = ways;
    if (!best) return [];
    const { input, way } = best;
    const used = way.certain.indexOf(modules);
    const said = verdict(line, input, way, modules);
    input.free = input.free.slice(used === -1 ? input.free.length : used + 1);
    if (said.every(({ strength }) => strength === 'if')) {
      input.watts += kind.watts * lastOf(way);
      input.lines.push(line);
    }
    return said;
  });
  return [...found, ...inputs.flatMap(unusedPower)];
}

const lastOf = ({ certain }: Stringing) => certain.at(-1) ?? 0;
const rank = (way: Stringing, modules: number) =>
  lastOf(way) + (lastOf(way) < modules ? way.possible / 1000 : 0);

function verdict(
  line: Line,
  { line: device, solar, bus }: Input,
  way: Stringing,
  modules: number,
): Finding[] {
  const { possible, missing } = way;
  const certain = lastOf(way);
  const { panels } = line.part;
  const products = [line, device];
  if (certain === modules || !panels) return [];
  if (missing.panels.length > 0)
    return [finding('unknown', 'strings', products, { modules }, missing.panels)];
  const isEnough = (count: number) => count >= modules * (1 - mostLeftOut);
  if (isEnough(certain) || (solar.isPortable && certain > 0))
    return [finding('if', 'strings', products, { modules, certain })];
  if (isEnough(possible)) return [finding('unknown', 'strings', products, { modules }, missing.input)];
  const [{ amps, short } = {}] = solar.trackers;
  return [
    finding('misfit', 'strings', products, {
      modules,
      bus,
      cold: coldVolts(panels),
      short: panels.short?.high ?? 0,
      mostVolts: solar.volts?.high ?? 0,
      mostAmps: (short ?? amps)?.high ?? 0,
    }),
  ];
}

/** More panels than an input's power are no misfit. Below a twentieth they are not worth a word. */
function unusedPower({ line, most, watts, lines }: Input & { watts: number; lines: Line[] }): Finding[] {
  return lines.length > 0 && watts > most * 1.05
    ? [
        finding('unused', 'unused power', [...lines, line], {
          watts,
          most,
          percent: (1 - most / watts) * 100,
        }),
      ]
    : [];
}
