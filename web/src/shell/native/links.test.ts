import { describe, expect, it } from 'vitest'
import { ownPathOf } from './links'

const OWN = 'https://bank.example'

describe('a deep link', () => {
  it.each([
    ['https://bank.example/activity', '/activity'],
    ['https://bank.example/native/activity?a=1', '/activity?a=1'],
    ['https://bank.example/native', '/'],
    ['https://bank.example/natives', '/natives'],
    ['/on-phone/identity#agh_1', '/on-phone/identity#agh_1'],
    ['https://bank.example', '/'],
  ])('%s opens %s', (url, path) => expect(ownPathOf(url, OWN)).toBe(path))

  it.each([
    'https://evil.example/activity',
    'http://bank.example/activity',
    'https://bank.example:444/activity',
    'https://bank.example@evil.example/',
    '//evil.example/activity',
    'javascript:alert(1)',
    'agio://pay',
    'https://bank.example/cabinet#handover=agh_1',
    'https://[',
  ])('%s opens nothing', (url) => expect(ownPathOf(url, OWN)).toBeUndefined())
})
