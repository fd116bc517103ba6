import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BASE_URL } from './tests/e2e/support/ports.ts'

// Uses the system's Chromium where there is one, so that Playwright need not download its own. The shell without windows
// is the fastest.
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = process.env.CHROMIUM ?? system.find((path) => existsSync(path))

// The states of screens run with `make test-all`; journeys, which check the screens that they pass, run on every change.
const STATES = ['access', 'access-pages', 'captcha', 'focus', 'brand'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: './tests/e2e',
  testIgnore: process.env.AGIO_E2E_ALL ? [] : STATES,
  globalSetup: './tests/e2e/support/global.ts',
  outputDir: './test-results',
  // Ends a journey that hangs. The waits of a user have the shorter limits below; a busy build machine is slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // One more than processors, because a journey waits for pages and nodes.
  workers: process.env.CI ? availableParallelism() + 1 : 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: BASE_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1280, height: 880 },
    reducedMotion: 'reduce',
    actionTimeout: 12_000,
    // Journeys mock responses, and a service worker would bypass the mocks. Only the offline journey allows the worker.
    serviceWorkers: 'block',
    // A trace takes a fifth of the processor time, and a build machine keeps none.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
  },
})
