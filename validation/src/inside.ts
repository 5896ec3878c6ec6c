/**
 * What scripts use to calibrate, to plot and to compare with experiments: single experiments, their instruments, and
 * figures from the literature. For this repository only: names come and go without notice. To run the tests, use index.ts.
 */
export {
  checkSet,
  committedSet,
  describeSet,
  type Fitted,
  FITTING,
  meanFitted,
  type ParameterName,
  type ParameterSet,
  scoreOf,
  setsAround,
  STEPS,
} from './experiments/calibration.ts';
export { doorFlow } from './experiments/emergent-doors.ts';
export {
  corridorDiagram,
  isConstrained,
  requiredLength,
  type SectionSample,
  walkSingleFile,
} from './experiments/emergent-loops.ts';
export { CORRIDOR_SPEEDS, DOOR_FLOWS, SINGLE_FILE, weidmannSpeed } from './experiments/literature.ts';
export { WALKING } from './experiments/walking.ts';
export { type Box, playFrames } from './instruments/emergent-instruments.ts';
export { meanOf, shown } from './instruments/figures.ts';
export { play } from './instruments/play.ts';
export { LABORATORY, PLANNING } from './instruments/populations.ts';
export { fitLine, mean } from './instruments/statistics.ts';
export { measureSteadiness, type Steadiness } from './instruments/steadiness.ts';
export { symmetryOf } from './instruments/symmetries.ts';
export { cornerScenario } from './set-ups/fed-corner.ts';
export { chooseAfter } from './set-ups/remembered-queue.ts';
export { teeScenario } from './set-ups/fed-tee.ts';
export { twoWayScenario } from './set-ups/two-way-ends.ts';
