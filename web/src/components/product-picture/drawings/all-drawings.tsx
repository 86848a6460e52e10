import type { ReactElement } from 'react';
import { BatteryDrawing } from './battery-drawing.tsx';
import * as battery from './battery-drawings.ts';
import { CableDrawing } from './cable-drawing.tsx';
import { ChargeControllerDrawing } from './charge-controller-drawing.tsx';
import { ConverterDrawing } from './converter-drawing.tsx';
import * as converter from './converter-drawings.ts';
import * as detector from './detector-drawings.ts';
import type { DrawingName } from './drawing-choice.ts';
import { DrawingSheet } from './drawing-sheet.tsx';
import { HandheldDrawing } from './handheld-drawing.tsx';
import { InstrumentDrawing } from './instrument-drawing.tsx';
import * as instrument from './instrument-drawings.ts';
import { InverterDrawing } from './inverter-drawing.tsx';
import * as inverter from './inverter-drawings.ts';
import { MagnetometerDrawing } from './magnetometer-drawing.tsx';
import * as panel from './panel-drawings.ts';
import { PowerStationDrawing } from './power-station-drawing.tsx';
import { ReceiverDrawing } from './receiver-drawing.tsx';
import * as receiver from './receiver-drawings.ts';
import { SolarDrawing } from './solar-drawing.tsx';
import { SolarKitDrawing } from './solar-kit-drawing.tsx';
import type { Stroke } from './strokes.ts';
import { TotalStationDrawing } from './total-station-drawing.tsx';
import { WaterDetectorDrawing } from './water-detector-drawing.tsx';

const drawn = (strokes: readonly Stroke[]) => (
  <DrawingSheet>
    {strokes.map(([style, path], index) => (
      <path key={index} className={style} d={path} />
    ))}
  </DrawingSheet>
);

/** Every drawing of the shop. No page loads this: the test beside it writes them into `web/public/drawings.svg`. */
export const allDrawings: Record<DrawingName, ReactElement> = {
  solar: <SolarDrawing />,
  'panel-pack-small': drawn(panel.panelPack(5, 3)),
  'panel-pack': drawn(panel.panelPack(8, 4)),
  'panel-pack-large': drawn(panel.panelPack(10, 6)),
  'panel-pallet': drawn(panel.panelPallet(8)),
  'panel-bifacial': drawn(panel.bifacialPanels()),
  'panel-back-contact': drawn(panel.backContactPanels()),
  'panel-ground-mount': drawn(panel.groundMount()),
  'solar-kit': <SolarKitDrawing />,
  'backup-kit': drawn(panel.backupKit()),
  'three-phase-kit': drawn(panel.threePhaseKit()),
  'pump-kit': drawn(panel.pumpKit()),
  'power-station': <PowerStationDrawing />,
  batteries: <BatteryDrawing />,
  'lead-pair': drawn(battery.leadPair()),
  'agm-set': drawn(battery.agmSet()),
  'tubular-set': drawn(battery.tubularSet()),
  'rack-module': drawn(battery.rackModule()),
  'rack-pair': drawn(battery.rackPair()),
  'rack-tall': drawn(battery.rackTall()),
  'wall-battery': drawn(battery.wallBattery()),
  'wall-battery-screen': drawn(battery.wallBatteryWithScreen()),
  'battery-tower': drawn(battery.batteryTower()),
  'lithium-block': drawn(battery.lithiumBlock()),
  invertors: <InverterDrawing />,
  'off-grid-inverter': drawn(inverter.offGridInverter()),
  'fan-inverter': drawn(inverter.fanInverter()),
  'storage-inverter': drawn(inverter.storageInverter()),
  'inverter-charger': drawn(inverter.inverterCharger(48, 70, 0)),
  'inverter-charger-medium': drawn(inverter.inverterCharger(60, 80, 1)),
  'inverter-charger-large': drawn(inverter.inverterCharger(80, 86, 2)),
  'touch-hybrid': drawn(inverter.touchHybrid()),
  'three-phase-inverter': drawn(inverter.threePhaseInverter(false)),
  'three-phase-inverter-large': drawn(inverter.threePhaseInverter(true)),
  'string-hybrid': drawn(inverter.stringHybrid()),
  'backup-inverter': drawn(inverter.backupInverter()),
  converters: <ConverterDrawing />,
  'step-down-block': drawn(converter.stepDownBlock()),
  'step-up-block': drawn(converter.stepUpBlock()),
  'smart-charger': drawn(converter.smartCharger()),
  'slim-charger': drawn(converter.slimCharger()),
  'rail-converter': drawn(converter.railConverter(34)),
  'rail-converter-wide': drawn(converter.railConverter(56)),
  'charge-controller': <ChargeControllerDrawing />,
  'charge-controller-finned': drawn(converter.finnedController()),
  'charge-controller-large': drawn(converter.largeController()),
  pqwt: <WaterDetectorDrawing />,
  'hand-detector': drawn(detector.handDetector()),
  'wall-detector': drawn(detector.wallDetector()),
  'multi-channel-detector': drawn(detector.multiChannelDetector()),
  'deep-detector': drawn(detector.deepDetector()),
  'geological-detector': drawn(detector.geologicalDetector()),
  'pocket-detector': drawn(detector.pocketDetector()),
  instruments: <InstrumentDrawing />,
  'imaging-set': drawn(instrument.imagingSet()),
  'lund-set': drawn(instrument.lundSet()),
  'strip-meter': drawn(instrument.stripMeter()),
  'switch-meter': drawn(instrument.switchMeter()),
  seismograph: drawn(instrument.seismograph()),
  'four-point-meter': drawn(instrument.fourPointMeter()),
  'tablet-meter': drawn(instrument.tabletMeter()),
  magnetometer: <MagnetometerDrawing />,
  'walking-magnetometer': drawn(instrument.walkingMagnetometer()),
  'total-station': <TotalStationDrawing />,
  'robotic-station': drawn(instrument.roboticStation()),
  level: drawn(instrument.level()),
  cable: <CableDrawing />,
  electrodes: drawn(instrument.electrodeSet()),
  gps: <ReceiverDrawing />,
  handheld: <HandheldDrawing />,
  'handheld-pair': drawn(receiver.handheldPair()),
  'quad-handheld': drawn(receiver.quadHandheld()),
  communicator: drawn(receiver.communicator()),
  'rescue-communicator': drawn(receiver.rescueCommunicator()),
  'touch-handheld': drawn(receiver.touchHandheld()),
  'network-rover': drawn(receiver.networkRover()),
  'base-and-rover': drawn(receiver.baseAndRover()),
  'pocket-receiver': drawn(receiver.pocketReceiver()),
  'tilt-receiver': drawn(receiver.tiltReceiver()),
  'receiver-with-controller': drawn(receiver.receiverWithController()),
  controller: drawn(receiver.controller()),
};
