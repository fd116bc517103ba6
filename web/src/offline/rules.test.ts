import { describe, expect, it } from 'vitest'
import openapi from '../../openapi.json'
import operator from '../../openapi.operator.json'
import { outdated, wayOf } from './rules'

const OWN = 'https://agio.example'
const ask = (path: string, mode = 'no-cors', method = 'GET', origin = OWN) => wayOf({ method, mode, origin, path }, OWN)

describe('without a connection', () => {
  it.each(['/', '/exchange', '/transaction/exchange/ord_1', '/support', '/apinotes'])('%s is the app', (path) =>
    expect(ask(path, 'navigate')).toBe('page'))

  it.each(['/console', '/console/customers'])('%s is the console', (path) =>
    expect(ask(path, 'navigate')).toBe('console'))

  it.each(['/sandbox/3ds/abc', '/oauth/token', '/assets/a.js', '/x.pdf'])('%s is not', (path) =>
    expect(ask(path, 'navigate')).toBeUndefined())

  it('files of the build are kept', () => {
    for (const path of ['/assets/B1.js', '/coins/btc.svg', '/first.js', '/theme-init.js', '/brand/icon.svg'])
      expect(ask(path), path).toBe('file')
  })

  it('no answer of an API ever is, whatever it is asked with', () => {
    const paths = [...Object.keys(openapi.paths), ...Object.keys(operator.paths)]
    expect(paths.length).toBeGreaterThan(50)
    for (const path of paths)
      for (const mode of ['navigate', 'cors', 'same-origin', 'no-cors']) expect(ask(path, mode), path).toBeUndefined()
  })

  it('nothing is kept of other hosts, nor of what changes something', () => {
    expect(ask('/assets/a.js', 'cors', 'GET', 'https://other.example')).toBeUndefined()
    expect(ask('/exchange', 'navigate', 'POST')).toBeUndefined()
  })
})

it('the build before stays until the next, and nothing of others is touched', () => {
  expect(outdated(['agio-1', 'other', 'agio-2', 'agio-3'], 'agio-3')).toEqual(['agio-1'])
  expect(outdated(['agio-1', 'agio-2'], 'agio-2')).toEqual([])
  expect(outdated(['agio-3', 'agio-1', 'agio-2'], 'agio-3')).toEqual(['agio-1'])
})
