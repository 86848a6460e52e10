import type { ComponentType } from 'react';
import { BatteryDrawing } from './battery-drawing.tsx';
import { CableDrawing } from './cable-drawing.tsx';
import { ChargeControllerDrawing } from './charge-controller-drawing.tsx';
import { ConverterDrawing } from './converter-drawing.tsx';
import { type DrawingName, drawingOf } from './drawing-choice.ts';
import { HandheldDrawing } from './handheld-drawing.tsx';
import { InstrumentDrawing } from './instrument-drawing.tsx';
import { InverterDrawing } from './inverter-drawing.tsx';
import { MagnetometerDrawing } from './magnetometer-drawing.tsx';
import { PowerStationDrawing } from './power-station-drawing.tsx';
import { ReceiverDrawing } from './receiver-drawing.tsx';
import { SolarDrawing } from './solar-drawing.tsx';
import { SolarKitDrawing } from './solar-kit-drawing.tsx';
import { TotalStationDrawing } from './total-station-drawing.tsx';
import { WaterDetectorDrawing } from './water-detector-drawing.tsx';

const drawings: Record<DrawingName, ComponentType> = {
  solar: SolarDrawing,
  batteries: BatteryDrawing,
  instruments: InstrumentDrawing,
  invertors: InverterDrawing,
  converters: ConverterDrawing,
  pqwt: WaterDetectorDrawing,
  gps: ReceiverDrawing,
  handheld: HandheldDrawing,
  'total-station': TotalStationDrawing,
  cable: CableDrawing,
  magnetometer: MagnetometerDrawing,
  'solar-kit': SolarKitDrawing,
  'power-station': PowerStationDrawing,
  'charge-controller': ChargeControllerDrawing,
};

type ProductDrawingProps = {
  category: string;
  /** The product's name; without it the whole category is drawn. */
  name?: string;
};

/**
 * The drawing of a product or a category; nothing for a category without one. Decoration, without an
 * accessible name.
 */
export function ProductDrawing({ category, name }: ProductDrawingProps) {
  const choice = drawingOf({ category, name });
  const Drawing = choice && drawings[choice];
  return Drawing ? <Drawing /> : null;
}
