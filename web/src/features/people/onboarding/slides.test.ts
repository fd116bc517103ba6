import { describe, expect, it } from 'vitest'
import { slidesFor, stepTo, swipe } from './slides'

describe('the slides for somebody new', () => {
  it('show what is offered and nothing else', () => {
    expect(slidesFor(() => true)).toEqual(['price', 'order', 'balances'])
    expect(slidesFor((feature) => feature === 'exchange')).toEqual(['price', 'order'])
  })

  it.each([
    ['past a tenth, slowly', -40, 0, 390, 900, 1],
    ['back', 40, 0, 390, 900, -1],
    ['short and quick', -20, 0, 390, 200, 1],
    ['short and slow', -20, 0, 390, 400, 0],
    ['a touch', -5, 0, 390, 50, 0],
    ['scrolling down', -40, 90, 390, 200, 0],
  ])('%s', (_, across, down, width, ms, way) => expect(swipe(across, down, width, ms)).toBe(way))

  it('stop at both ends', () => {
    expect([stepTo(0, -1, 3), stepTo(0, 1, 3), stepTo(2, 1, 3)]).toEqual([0, 1, 2])
  })
})
