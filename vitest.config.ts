import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{engine,formats,validation,viewer,cli,bench,docs,scripts}/**/*.test.ts'],
    // Property tests over random maps are long by nature; a hang is still a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a page shows may come late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
