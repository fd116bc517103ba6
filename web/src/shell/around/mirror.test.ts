import { beforeEach, describe, expect, it, vi } from 'vitest'
import { follow, mirrored, restore } from './mirror'

/** The browser's storage, whose methods are on its prototype. */
class Kept {
  #all = new Map<string, string>()
  get length() {
    return this.#all.size
  }
  key(at: number) {
    return [...this.#all.keys()][at] ?? null
  }
  getItem(key: string) {
    return this.#all.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.#all.set(key, value)
  }
  removeItem(key: string) {
    this.#all.delete(key)
  }
  clear() {
    this.#all.clear()
  }
}

let storage: Storage
beforeEach(() => {
  class Fresh extends Kept {}
  for (const name of ['setItem', 'removeItem', 'clear'] as const)
    Object.defineProperty(Fresh.prototype, name, { value: Kept.prototype[name], writable: true })
  vi.stubGlobal('Storage', Fresh)
  storage = new Fresh() as unknown as Storage
})

describe('the mirror of the storage', () => {
  it('gives back what a system has emptied, and replaces nothing', () => {
    storage.setItem('agio.theme', 'dark')
    expect(restore({ 'agio.theme': 'light', 'agio.locale': 'uk' }, storage)).toBe(true)
    expect(storage.getItem('agio.theme')).toBe('dark')
    expect(storage.getItem('agio.locale')).toBe('uk')
    expect(restore({ 'agio.theme': 'light' }, storage)).toBe(false)
  })

  it('never says who is signed in, and keeps a sign-out of this device here', () => {
    restore({ 'agio.telegram': '7', 'agio.leave': '1', other: 'x' }, storage)
    expect(storage.length).toBe(0)
    for (const key of ['agio.telegram', 'agio.leave', 'other', 'agio.locale']) storage.setItem(key, 'v')
    expect(mirrored(storage)).toEqual({ 'agio.locale': 'v' })
  })

  it('follows every change of the app’s keys, and of this storage only', () => {
    const tell = vi.fn()
    follow(storage, tell)
    const another = new (Storage as unknown as new () => Storage)()
    another.setItem('agio.locale', 'pl')
    storage.setItem('agio.locale', 'uk')
    storage.setItem('other', 'x')
    storage.setItem('agio.big', 'x'.repeat(5_000))
    storage.removeItem('agio.locale')
    storage.setItem('agio.theme', 'dark')
    storage.clear()
    expect(tell.mock.calls).toEqual([
      ['agio.locale', 'uk'],
      ['agio.locale', null],
      ['agio.theme', 'dark'],
      ['agio.theme', null],
    ])
    expect(storage.length).toBe(0)
  })
})
