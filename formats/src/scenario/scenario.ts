/**
 * The text of a scenario file, YAML or JSON → Scenario. Every message begins with file:line:column.
 *
 * The engine checks the data and names the path of what is wrong (engine/src/scenario); here the path is found again in
 * the text. JSON is read as JSON, because that is much faster: a file that begins with { and is valid JSON, or is called
 * .json. Everything else is YAML 1.2 (scenario-yaml.ts).
 */
import { checkScenario, InputError, type PlaceNames, type Scenario, type ScenarioInput } from '@foulee/engine';
import { nameOfFile } from '../input/environment.ts';
import { parseJson } from '../input/json-text.ts';
import { duplicateInJson, offsetInJson } from './scenario-json.ts';
import { parseScenarioYaml, type ScenarioText } from './scenario-yaml.ts';

/** Characters. A hundred thousand walkers one by one take five million. */
const LONGEST_JSON = 20_000_000;

/**
 * @param fileName for messages, and the scenario's name where it says none
 * @param place names of levels and doors, once the environment's file is read: then those are checked too
 */
export function readScenario(text: string, fileName: string, place?: PlaceNames): Scenario {
  return checkScenario(parseScenarioText(text, fileName), place);
}

/** The data of a scenario file as it is written, unchecked: what `openScenario` opens, and an editor changes and writes again. */
export function parseScenarioText(text: string, fileName: string): ScenarioInput {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const read = parseJsonScenario(clean, fileName) ?? parseScenarioYaml(clean, fileName);
  return { ...read, name: nameOfFile(fileName) };
}

/** undefined: the text is not JSON. */
function parseJsonScenario(text: string, fileName: string): ScenarioText | undefined {
  const isCalledJson = /\.json$/i.test(fileName);
  if (!isCalledJson && !/^\s*\{/.test(text)) return undefined;
  if (text.length > LONGEST_JSON) {
    const remedy = 'place walkers by area and count, and give the environment as a file';
    throw new InputError(fileName, `is ${text.length} characters long, more than ${LONGEST_JSON}`, remedy);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // YAML too may begin with {: only a file that claims to be JSON is held to it.
    return isCalledJson ? { data: parseJson(text, fileName), placeOf: () => fileName } : undefined;
  }
  const where = (offset: number) => `${fileName}:${lineAndColumn(text, offset)}`;
  const duplicate = duplicateInJson(text);
  if (duplicate !== undefined) {
    throw new InputError(where(duplicate), 'the field is there twice', 'keep one of the two');
  }
  return { data, placeOf: (problem) => where(offsetInJson(text, problem.path, problem.field)) };
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return `${line}:${offset - start + 1}`;
}
