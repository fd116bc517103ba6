import { expect, test } from 'vitest'
import { assembled, piecesOf } from './pieces'

const WHOLE = '<nav><a href="/home">Home</a><a href="/buy">Buy</a></nav><p>or</p><b>Google</b><b>Apple</b>'
const WITHOUT = {
  exchange: WHOLE.replace('<a href="/buy">Buy</a>', ''),
  google: WHOLE.replace('<b>Google</b>', ''),
  apple: WHOLE.replace('<b>Apple</b>', ''),
  providers: '<nav><a href="/home">Home</a><a href="/buy">Buy</a></nav>',
}

test('a page is put together for a tenant without this and that', () => {
  const pieces = piecesOf(WHOLE, WITHOUT)
  expect(assembled(pieces, [])).toBe(WHOLE)
  for (const [name, html] of Object.entries(WITHOUT)) expect(assembled(pieces, [name])).toBe(html)
  expect(assembled(pieces, ['exchange', 'google', 'apple', 'providers'])).toBe('<nav><a href="/home">Home</a></nav>')
})

test('a page that has something else instead is not one of pieces', () => {
  expect(() => piecesOf('<p>one</p>', { other: '<p>two</p>' })).toThrow(/two/)
})
