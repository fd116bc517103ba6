import { expect, test } from 'vitest'
import { iconOf, pushedOf } from './push'

const message = {
  id: 'ntf_1',
  title: 'Order complete',
  text: 'Open Agio to read it.',
  link: '/activity',
  language: 'en',
}

test('a message of the server is shown as it is', () => {
  expect(pushedOf(JSON.stringify(message))).toEqual(message)
})

test('a message that leads to another site, has no title or is no message is not shown', () => {
  for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7])
    expect(pushedOf(JSON.stringify({ ...message, link })), String(link)).toBeUndefined()
  expect(pushedOf(JSON.stringify({ ...message, title: '' }))).toBeUndefined()
  for (const text of [undefined, '', 'null', '[]', '{']) expect(pushedOf(text)).toBeUndefined()
})

test('a message carries the icon of its tenant, or none, and never the platform’s for a branded tenant', () => {
  const drawing = { src: '/brand/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any maskable' }
  const pixels = { src: '/icons/192.png', type: 'image/png', sizes: '192x192', purpose: 'any' }
  expect(iconOf({ icons: [{ ...drawing, purpose: 'any' }, pixels] })).toBe('/icons/192.png')
  expect(iconOf({ icons: [drawing] })).toBeUndefined()
  expect(iconOf({ icons: [{ ...pixels, src: 'https://other.example/icon.png' }] })).toBeUndefined()
  for (const other of [undefined, null, {}, { icons: 'none' }, []]) expect(iconOf(other)).toBeUndefined()
})
