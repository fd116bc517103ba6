import { expect, it } from 'vitest'
import { linkOf, mayBeFramed } from './launch'

it('only web addresses are opened', () => {
  expect(linkOf('/sandbox/3ds/x', 'https://agio.example/a')).toBe('https://agio.example/sandbox/3ds/x')
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'mono://pay', 'https://']) {
    expect(linkOf(bad, 'https://agio.example/'), bad).toBeUndefined()
  }
})

it('only pages of the own host are shown in a frame', () => {
  const here = 'https://agio.example'
  expect(mayBeFramed('https://agio.example/sandbox/3ds/x/frame', here)).toBe(true)
  expect(mayBeFramed('https://bank.example/3ds', here)).toBe(false)
  expect(mayBeFramed(undefined, here)).toBe(false)
})
