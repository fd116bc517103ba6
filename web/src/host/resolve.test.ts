import { describe, expect, it } from 'vitest'
import { resolveHost } from './resolve'

describe('where the app runs', () => {
  it.each([
    ['/', 'display', '/'],
    ['/exchange', 'display', '/'],
    ['/frame/exchange', 'frame', '/frame'],
    ['/messenger', 'messenger', '/messenger'],
    ['/pay/abc', 'pay', '/pay'],
    ['/payments', 'display', '/'],
    ['/toString', 'display', '/'],
  ])('%s is %s', (path, mode, basepath) => expect(resolveHost(path)).toEqual({ mode, basepath }))
})
