import { configDefaults, defineConfig } from 'vitest/config';

/** What code leaves to be collected depends on what was compiled before: each in a process of its own. */
const ALLOCATION = 'engine/**/*-allocation.test.ts';

export default defineConfig({
  test: {
    // Property tests over random maps are long by nature; a hang is still a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a page shows may come late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        // Functions of their arguments, whose modules need not be read and compiled anew for every file: a third less time.
        extends: true,
        test: {
          name: 'engine',
          include: ['{engine/src,engine/test,formats,validation}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ALLOCATION],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'around it',
          include: ['{engine/browser-test,viewer,cli,bench,testing,docs,scripts}/**/*.test.ts', ALLOCATION],
        },
      },
    ],
  },
});
