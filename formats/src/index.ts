/**
 * Readers: a file to an Environment. Writers: products to files. Works in a browser and in Node; nothing here opens
 * files.
 */
export { FORMATS_READ, PLACE_ENDINGS } from './detect-format.ts';
export type { Environment, ReadOptions } from './input/environment.ts';
export { readEnvironment } from './read-environment.ts';
export { readPlaceFile, unusedOptions } from './place-file.ts';
export { type Picture, readPicture } from './png/picture.ts';
export { cellsToGeoJson } from './geojson/geojson-cells.ts';
export {
  type ByteOutput,
  createPeopleWriter,
  createRecordingSink,
  createSqliteSink,
  fileBeside,
  framesOf,
  tracksOf,
  velocitiesOf,
  type FrameSink,
  infoFromJson,
  infoToJson,
  joinSinks,
  readPeople,
  readRecording,
  type Recording,
  RECORDING_ENDINGS,
  recordingFiles,
  runOf,
  untoldIn,
  usualStep,
  withInfo,
  WITHIN,
} from './recordings/recording.ts';
export { createDecisionsWriter, readDecisions } from './recordings/recording-decisions.ts';
export { createLostWriter, readLost } from './recordings/recording-lost.ts';
export { parseScenarioText, readScenario } from './scenario/scenario.ts';
export { floorColours, MAP_COLOURINGS, type MapColouring } from './pictures/svg-colours.ts';
export { worldToSvg } from './pictures/svg-map.ts';
export { type DrawnTown, townsToSvg } from './pictures/svg-town.ts';
export {
  PLOT_COLOURS,
  type Plot,
  type PlotAxis,
  type PlotMark,
  type PlotSeries,
  plotToSvg,
} from './pictures/svg-plot.ts';
export { cellNear } from './model/cell-near.ts';
export { heightAt } from './model/floor-height.ts';
export { KINDS } from './model/kind-colours.ts';
export { cornersOf, drawLinks, type PlaceLink, type StepPoint, stepsOf } from './model/link-steps.ts';
export { GLASS_WALL, NO_WALL, RAIL, SOLID_WALL, THIN_WALL, WALL_HEIGHT } from './model/wall-kinds.ts';
