import { expect, it } from 'vitest'
import { readSettings } from './settings'

it('settings that Telegram kept are texts by name, or nothing', () => {
  expect(readSettings('{"agio.locale":"uk","agio.theme":7}')).toEqual({ 'agio.locale': 'uk' })
  for (const bad of [undefined, null, '', '{', '[]', '"x"', 'null', `{"a":"${'x'.repeat(5_000)}"}`])
    expect(readSettings(bad)).toEqual({})
})
