import { defineConfig } from 'vitest/config';

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
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'around it',
          include: ['{engine/browser-test,viewer,cli,bench,testing,docs,scripts}/**/*.test.ts'],
        },
      },
    ],
  },
});
