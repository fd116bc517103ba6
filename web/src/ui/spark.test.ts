import { expect, it } from 'vitest'
import { sparkOf } from './spark'

it('runs from left to right, and the highest value is on top', () => {
  const { spots, rose } = sparkOf([1, 3, 2])
  expect(spots).toEqual([
    { x: 3, y: 26 },
    { x: 38, y: 4 },
    { x: 73, y: 15 },
  ])
  expect(rose).toBe(true)
})

it('a price that does not move is a line through the middle', () => {
  expect(sparkOf([5, 5]).spots.map(({ y }) => y)).toEqual([15, 15])
})

it('draws no line without two values', () => {
  expect([sparkOf([]).spots, sparkOf([4]).spots]).toEqual([[], []])
})

it('falls if the last value is below the first', () => {
  expect(sparkOf([3, 9, 2]).rose).toBe(false)
})
