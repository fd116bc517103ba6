import { expect, test } from 'vitest'
import { pushedOf } from './push'

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
