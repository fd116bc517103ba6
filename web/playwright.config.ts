import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { BASE_URL } from './tests/e2e/support/ports'

// Playwright's own browser download is not needed where the system has Chromium.
const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROMIUM ?? system.find((path) => existsSync(path))

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/support/global.ts',
  outputDir: './test-results',
  // Ends a journey that hangs. What a person waits for has the shorter limits below; a busy build machine is slow.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: process.env.CI ? 2 : 1,
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
    // Journeys answer requests themselves, which a worker would ask past them; the journey without a connection allows it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
  },
})
