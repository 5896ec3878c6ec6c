/**
 * The `foulee` command: sub-commands, exit codes, and how errors are said.
 *
 * Exit 0: done. 1: done, and the answer is negative. 2: wrong call or unusable file, one line says what and how to mend
 * it. 70: an error of our own, one line asks to report it; FOULEE_DEBUG=1 shows where. 130, 143, 129: ended by Ctrl-C,
 * SIGTERM or SIGHUP, by the signal itself where nothing had to be closed. Nothing heavy is imported here: `--help` must answer at once.
 */
import { Command, CommanderError } from 'commander';
import { version } from '../package.json';
import { addEnvironmentOptions } from './place/environment-options.ts';
import type { ConvertFlags } from './convert/convert.ts';
import type { InspectFlags } from './inspect/inspect.ts';
import { plainText, type Terminal } from './terminal/output.ts';
import type { PlanFlags } from './plan/plan.ts';
import type { RunFlags } from './run/run.ts';
import type { ValidateFlags } from './validate/validate.ts';
import type { ViewFlags } from './view/view.ts';

export { processTerminal } from './terminal/output.ts';

const WRONG_CALL = 2;
const OWN_ERROR = 70;
/** Named in hints of errors: a new command is added here and in `createProgram`. */
const COMMANDS = ['inspect', 'plan', 'run', 'convert', 'validate', 'view'];

/** @param negative what it means when the work ran and the answer is no */
function exitCodes(negative: string): string {
  return `
Exit codes:
  0 done   1 ${negative}
  2 wrong call or unusable file   70 our own error`;
}

/** @returns the exit code */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = createProgram(terminal, (result) => {
    code = result;
  });
  try {
    if (argv.length === 0) {
      terminal.error(program.helpInformation());
      return WRONG_CALL;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return sayError(error, argv[0] ?? '', terminal);
  }
}

function createProgram(terminal: Terminal, finish: (code: number) => void): Command {
  const program = new Command('foulee')
    .description('Bring a plan of a place, get a crowd that walks through it, and the numbers to judge the place by.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand('help [command]', 'print what a command does and its options')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error, outputError: () => {} })
    .addHelpText(
      'after',
      '\nExample:\n  foulee inspect plan.dxf --map plan.svg\n  foulee plan city.geojson --from 12,40 --to 900,1100\n  foulee run scenarios/station-hall\n  foulee view scenarios/station-hall --open',
    );
  // Settings are inherited by commands made from here on.
  addInspect(program, terminal, finish);
  addPlan(program, terminal, finish);
  addRun(program, terminal, finish);
  addConvert(program, terminal, finish);
  addValidate(program, terminal, finish);
  addView(program, terminal, finish);
  return program;
}

function addInspect(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const inspect = program
    .command('inspect')
    .summary('build a place and say what it is made of')
    .description(
      'Build the map, the convex cells, groups and zones of a place and say what came\n' +
        'out: area, cells, narrowest passages and where, what was repaired and where.\n' +
        'What the options leave open is decided from the file, and said.',
    )
    .argument('<ENV>', 'WKT, GeoJSON, DXF, OBJ, glTF or PNG file, known by its content')
    .option('--width <w>', 'diameter of a walker: for kinds of cells and narrow passages', '0.5')
    .option('--json', 'print one JSON document, not the summary')
    .option('--map <FILE.svg>', 'draw walls, cells and narrowest passages')
    .option('--colour <by>', 'colour by cell, kind, width, group, zone, place, integration or town')
    .option('--cells <FILE.geojson>', 'write cells and bottlenecks, for QGIS and GDAL')
    .option('--force', 'replace files that exist')
    .option('--check', 'check all products; exit 1 on any finding')
    .optionsGroup('The town on tiles, for walkers that keep to pavements:')
    .option('--town', 'make pavements, crossings and goals; --map draws them')
    .option('--tile <m>', 'side of a tile (default: 1, or 0.4 with --open)')
    .option('--open', 'all floor is pavement: squares, buildings');
  addEnvironmentOptions(inspect)
    .addHelpText(
      'after',
      `
Examples:
  foulee inspect plan.dxf --layers WALLS,COLUMNS --scale 0.001 --map plan.svg
  foulee inspect station.geojson --json | jq .narrowest
  foulee inspect town.png --town --map town.svg
${exitCodes('--check found something')}`,
    )
    .action(async (file: string, flags: InspectFlags) => {
      const { inspect: run } = await import('./inspect/inspect.ts');
      finish(await run(file, flags, terminal));
    });
}

function addPlan(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const plan = program
    .command('plan')
    .summary('find the way between two places')
    .description(
      'Find the way from one place to another that keeps half the width of the walker\n' +
        'from every wall, or say what is in the way. Coordinates are those of the file.\n' +
        'Where levels lie above each other, say which one: x,y,level (name, or number\n' +
        'from 0). A place where the walker does not fit is moved a little, and said so.',
    )
    .argument('<ENV>', 'WKT, GeoJSON, DXF, OBJ, glTF or PNG file, known by its content')
    .option('--from <x,y>', 'where the way begins')
    .option('--to <x,y>', 'where it ends')
    .option('--pairs <FILE.csv>', 'many ways: columns sx,sy,gx,gy (and slevel,glevel)')
    .option('--width <w>', 'diameter of the walker; 0 is a point', '0.5')
    .option('--method <m>', 'hierarchical, l04, flat or exact: the shortest', 'hierarchical')
    .option('--json', 'print one JSON document')
    .option('--map <FILE.svg>', 'draw the way over the map')
    .option('--force', 'replace a file that exists');
  addEnvironmentOptions(plan)
    .addHelpText(
      'after',
      `
Examples:
  foulee plan city.geojson --from 12,40 --to 900,1100 --map way.svg
  foulee plan station.geojson --from 3,5,hall --to 40,8,platform --width 0.9
  foulee plan plan.dxf --pairs pairs.csv --method exact --json
${exitCodes('there is no way (--pairs: between some pair)')}`,
    )
    .action(async (file: string, flags: PlanFlags) => {
      const { plan: run } = await import('./plan/plan.ts');
      finish(await run(file, flags, terminal));
    });
}

function addRun(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command('run')
    .summary('let the crowd of a scenario walk')
    .description(
      'Let the crowd of a scenario walk and say who arrived and when, how crowded it\n' +
        'got and where people got stuck. The same seed gives the same run, whatever the\n' +
        'number of threads. Ctrl-C keeps what was recorded and says what there is.\n' +
        'Beside a .parquet or .csv it writes a table of people (run-people.csv). A place\n' +
        'with several levels gives a .sqlite or .txt for each (run-hall.sqlite).\n' +
        'Until the run is over, --out NAME.ENDING is NAME.partial.ENDING: a run that is\n' +
        'killed leaves it there, without its last second at most.',
    )
    .argument('<SCENARIO>', 'scenario file, or a folder with scenario.yaml or .json')
    .option('--seed <n>', 'seed of all random numbers (default: the one in the file)')
    .option('--seeds <a..b>', 'one run per seed: mean, deviation, interval, egress')
    .option('--duration <s>', 'simulated seconds at most')
    .option('--model <m>', 'how people walk: reactive or stream')
    .option('--threads <n>', 'threads (default: as many as make sense)')
    .option('--out <FILE>', 'keep every step: .parquet, .sqlite, .txt or .csv')
    .option('--force', 'replace a file that exists')
    .option('--real-time', 'simulated time does not run ahead of the clock')
    .option('--knowing', 'run again with everybody knowing everything, to compare')
    .option('--json', 'print one JSON document, not the table')
    .addHelpText(
      'after',
      `
Examples:
  foulee run scenarios/station-hall
  foulee run scenarios/corridor --seed 7 --out run.parquet
  foulee run scenarios/bottleneck-100 --seeds 1..20 --json
  foulee run scenarios/museum --knowing
${exitCodes('somebody did not arrive')}   130 Ctrl-C
  143 SIGTERM   129 SIGHUP`,
    )
    .action(async (file: string, flags: RunFlags) => {
      const { run } = await import('./run/run.ts');
      finish(await run(file, flags, terminal));
    });
}

function addConvert(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command('convert')
    .summary('write a recording in another format')
    .description(
      'Write a recording, of `foulee run`, JuPedSim (.sqlite, versions 1 to 3) or an\n' +
        'experiment (.txt, .csv), in the format that the ending of TO says: .parquet,\n' +
        '.sqlite, .txt or .csv. Says what the format has no room for, and what FROM\n' +
        'does not tell. Files beside FROM (people, info) are read and written as well.\n' +
        '.glb is an animated 3D model (glTF) of the place and its people, for Blender,\n' +
        'Unity, Unreal and three.js.',
    )
    .argument('<FROM>', 'recording, known by its content')
    .argument('<TO>', 'file to write: .parquet, .sqlite, .txt, .csv or .glb')
    .option('--force', 'replace files that exist')
    .option('--fps <n>', '.glb: keyframes a second (default: 5)')
    .option('--from <s>', '.glb: seconds of the recording to begin at')
    .option('--to <s>', '.glb: seconds of the recording to end at')
    .addHelpText(
      'after',
      `
Examples:
  foulee convert run.parquet run.sqlite
  foulee convert bottleneck.txt bottleneck.parquet
  foulee convert run.parquet town.glb --from 60 --to 120

Exit codes:
  0 done   2 wrong call or unusable file   70 our own error`,
    )
    .action(async (from: string, to: string, flags: ConvertFlags) => {
      const { convert } = await import('./convert/convert.ts');
      finish(await convert(from, to, flags, terminal));
    });
}

function addValidate(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command('validate')
    .summary("run the field's own tests on this build")
    .description(
      'Run the validation tests of RiMEA, NIST, ISO and IMO, and those of experiments,\n' +
        'with the parameters in use, and print a table: test, geometry, measured,\n' +
        'expected, verdict. Nothing is tuned for a test, and what fails is shown with\n' +
        'its number. Ctrl-C ends the runs at hand and says what there is.',
    )
    .argument('[NAME...]', 'tests: a name, the beginning of names, or a standard: rimea')
    .option('--list', 'list the tests, run none')
    .option('--quick', 'only those that take 50 s of work together')
    .option('--seeds <n>', 'runs of each test (default: as many as the test asks for)')
    .option('--threads <n>', 'runs at once (default: as many as there are processors)')
    .option('--json', 'print one JSON document, not the table')
    .addHelpText(
      'after',
      `
Examples:
  foulee validate --quick
  foulee validate rimea nist-2.8
  foulee validate rimea-12 --seeds 3 --json
${exitCodes('some test fails')}   130 Ctrl-C
  143 SIGTERM   129 SIGHUP`,
    )
    .action(async (names: string[], flags: ValidateFlags) => {
      const { validate } = await import('./validate/validate.ts');
      finish(await validate(names, flags, terminal));
    });
}

function addView(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command('view')
    .summary('serve the page: watch, edit, measure')
    .description(
      'Serve the page to the browsers of this machine and print its address: watch the\n' +
        'crowd of a scenario, or a recording of `foulee run`, look inside, change it,\n' +
        'measure. Nothing is sent anywhere. Ctrl-C ends it.',
    )
    .argument('[FILE]', 'scenario, folder with scenario.yaml, or recording to open')
    .argument('[PLACE]', "the file of the scenario's place, where it lies outside the scenario's folder")
    .argument(
      '[PEOPLE]',
      'a recording in place of a scenario: its -info.json and its -people.csv, if they were renamed',
    )
    .option('--port <n>', 'port, 0 for any (default: 4173, or any if that is taken)')
    .option('--host <address>', 'open it to the network: address to listen on')
    .option('--open', 'start a browser')
    .option('--json', 'print one JSON document: { address }')
    .addHelpText(
      'after',
      `
Examples:
  foulee view --open
  foulee view scenarios/station-hall --open
  foulee view run.parquet --port 8080
  foulee view run.csv         with its run-info.json and run-people.csv
  foulee view evening.yaml ../plans/hall.dxf

Exit codes:
  0 ended by Ctrl-C   2 wrong call or unusable file   70 our own error
  143 SIGTERM   129 SIGHUP`,
    )
    .action(
      async (path: string | undefined, place: string | undefined, people: string | undefined, flags: ViewFlags) => {
        const { view } = await import('./view/view.ts');
        const more = [place, people].filter((one) => one !== undefined);
        finish(await view({ path, more }, flags, terminal));
      },
    );
}

/** The engine shortens its own messages; those of others say most in the beginning. */
function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/**
 * Say an error in one line; the exit code for it.
 * @param command the first word of the call, perhaps the name of a command
 */
function sayError(error: unknown, command: string, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    // Help and version were asked for and printed.
    if (error.exitCode === 0) return 0;
    // `foulee help nonsense`: commander prints the general help itself.
    if (error.code === 'commander.help') return WRONG_CALL;
    const text = short(plainText(error.message.replace(/^error: /, '')).replace(/\.$/, ''));
    const known = COMMANDS.includes(command) ? `${command} ` : '';
    terminal.error(`foulee: ${text}; see foulee ${known}--help\n`);
    return WRONG_CALL;
  }
  const message = error instanceof Error ? error.message : String(error);
  // By its name: importing the class would load the engine to print a help text.
  if (error instanceof Error && error.name === 'InputError') {
    terminal.error(`foulee: ${plainText(message)}\n`);
    return WRONG_CALL;
  }
  const debug = process.env['FOULEE_DEBUG'] === '1';
  const said = short(plainText(message));
  terminal.error(
    `foulee: an error in foulee itself, please report it: ${said}${debug ? '' : ' (FOULEE_DEBUG=1 shows where)'}\n`,
  );
  if (debug && error instanceof Error) terminal.error(`${error.stack}\n`);
  return OWN_ERROR;
}
