import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** Takes pictures of the gallery and of all screens, and lays them out on one sheet: `npm run looks`. No test. */
export default defineConfig({
  ...base,
  testDir: './tests/looks',
  globalTeardown: './tests/looks/sheet.ts',
  workers: 2,
  timeout: 8 * 60_000,
  use: { ...base.use, trace: 'off' },
})
