/** Says how complete each catalogue is. English must be whole; the others fall back to it, message by message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'src/locales')
let failed = false
for (const locale of ['en', 'uk', 'ru', 'pl']) {
  const blocks = readFileSync(join(folder, `${locale}.po`), 'utf8')
    .split(/\n\n+/)
    .slice(1)
  const live = blocks.filter((block) => /^msgid /m.test(block) && !block.startsWith('#~'))
  const missing = live.filter((block) => /^msgstr ""\s*$/m.test(block) && !/^msgstr ""\n"/m.test(block))
  console.log(`${locale}: ${live.length - missing.length} of ${live.length} messages`)
  if (locale === 'en' && missing.length > 0) failed = true
}
if (failed) {
  console.error('the English catalogue misses messages; run `npm run i18n:extract` and commit it')
  process.exit(1)
}
