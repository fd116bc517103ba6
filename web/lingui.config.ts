import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { BUSINESS, LATER, SELDOM } from './src/i18n/later'

const within = (folders: string[]) => folders.map((folder) => `src/${folder}`)
const apart = within([...LATER, ...SELDOM, ...BUSINESS])
const never = ['**/*.test.*', '**/*.gen.ts']

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'uk', 'ru', 'pl'],
  // A message without a translation is shown in English rather than as its id.
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [...apart.map((folder) => `${folder}/**`), 'src/console/**', ...never],
    },
    { path: '<rootDir>/src/locales/later/{locale}', include: within(LATER), exclude: never },
    { path: '<rootDir>/src/locales/seldom/{locale}', include: within(SELDOM), exclude: never },
    { path: '<rootDir>/src/locales/business/{locale}', include: within(BUSINESS), exclude: never },
    { path: '<rootDir>/src/locales/console/{locale}', include: ['src/console'], exclude: never },
  ],
  format: formatter({ lineNumbers: false }),
})
