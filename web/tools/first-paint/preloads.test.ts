import { expect, test } from 'vitest'
import { type Manifest, preloads } from './preloads'

const split = (name: string) => `src/routes/${name}.tsx?tsr-split=component`

const MANIFEST: Manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_react.js'], css: ['entry.css'] },
  '_react.js': { file: 'react.js' },
  '_money.js': { file: 'money.js', imports: ['_react.js'], css: ['money.css'] },
  'src/locales/uk.po': { file: 'uk.js' },
  'node_modules/onest/onest-cyrillic-wght-normal.woff2': { file: 'cyrillic.woff2' },
  'node_modules/onest/onest-cyrillic-ext-wght-normal.woff2': { file: 'more.woff2' },
  'src/locales/later/uk.po': { file: 'later.js' },
  [split('_app')]: { file: 'frame.js', imports: ['index.html'] },
  [split('_app.cabinet')]: { file: 'home.js', imports: ['_money.js', 'index.html'] },
  [split('_app.transaction.$type.$id')]: { file: 'transaction.js', imports: ['_money.js'] },
  [split('_app.profile.verification.$')]: { file: 'steps.js' },
  [split('index')]: { file: 'landing.js' },
  [split('authentication')]: { file: 'around.js' },
  [split('authentication.index')]: { file: 'signIn.js', imports: ['_react.js'] },
}

test('a page names what it and the frames around it need, and nothing that the start-up script has', () => {
  const { pages, guarded, words } = preloads(MANIFEST)
  expect(words).toEqual({ uk: ['cyrillic.woff2', 'uk.js'] })
  expect(pages).toEqual([
    { path: ['authentication'], files: ['around.js', 'signIn.js'] },
    { path: ['cabinet', '*'], files: ['landing.js'] },
  ])
  expect(guarded).toEqual([
    { path: ['cabinet'], files: ['frame.js', 'home.js', 'money.css', 'money.js'] },
    { path: ['transaction', '$', '$'], files: ['frame.js', 'transaction.js', 'money.css', 'money.js'] },
    { path: ['profile', 'verification', '*'], files: ['frame.js', 'steps.js'] },
  ])
})

test('a page with a path of its own precedes the pattern that its path fits too', () => {
  const { guarded } = preloads({
    [split('_app.profile.$page')]: { file: 'small.js' },
    [split('_app.profile.personal-details.index')]: { file: 'details.js' },
  })
  expect(guarded.map(({ files }) => files)).toEqual([['details.js'], ['small.js']])
})

test('a page whose path begins with a parameter is in no list, because it would fit every address', () => {
  const { pages } = preloads({ [split('$paper')]: { file: 'paper.js' }, [split('index')]: { file: 'landing.js' } })
  expect(pages.map(({ files }) => files)).toEqual([['landing.js']])
})
