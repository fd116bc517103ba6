import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'uk', 'ru', 'pl'],
  // A message nobody has translated yet is shown in English rather than as its id.
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*', '**/*.gen.ts'] }],
  format: formatter({ lineNumbers: false }),
})
