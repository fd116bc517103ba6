/**
 * Checks the catalogues like `lingui compile --strict`, and beyond: every language is complete, keeps the placeholders
 * and tags of the English message, and has the plural forms of its grammar.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'src/locales')
const catalogues = ['', 'later/', 'seldom/', 'business/', 'console/']
const problems: string[] = []

type Entry = { id: string; text: string }

const unquoted = (block: string) =>
  [...block.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')

function entriesOf(locale: string): Entry[] {
  const blocks = readFileSync(join(folder, `${locale}.po`), 'utf8')
    .split(/\n\n+/)
    .slice(1)
  return blocks.flatMap((block) => {
    const match = /^msgid ((?:".*"\n?)+)^msgstr ((?:".*"\n?)+)/m.exec(block)
    return match?.[1] && match[2] ? [{ id: unquoted(match[1]), text: unquoted(match[2]) }] : []
  })
}

/** The distinct placeholders and numbered tags of a message. */
const marks = (text: string) => new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]|<\/?(\d+)\/?>/g)].map(([mark]) => mark))

function check(locale: string, { id, text }: Entry): void {
  if (text === '') return void problems.push(`${locale}: not translated: ${id}`)
  for (const mark of marks(id)) if (!marks(text).has(mark)) problems.push(`${locale}: ${mark} is missing: ${text}`)
  for (const mark of marks(text)) if (!marks(id).has(mark)) problems.push(`${locale}: ${mark} is unknown: ${text}`)
  if (!/, plural,/.test(id)) return
  for (const form of new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
    if (!new RegExp(`\\b${form}\\s*\\{`).test(text)) problems.push(`${locale}: no plural form "${form}": ${text}`)
}

for (const locale of ['en', 'uk', 'ru', 'pl']) {
  const entries = catalogues.flatMap((part) => entriesOf(`${part}${locale}`))
  for (const entry of entries) check(locale, entry)
  console.log(`${locale}: ${entries.filter(({ text }) => text !== '').length} of ${entries.length} messages`)
}
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\ncatalogues: translate these in src/locales, after \`npm run i18n:extract\``)
  process.exit(1)
}
