import { expect, test } from 'vitest'
import { steppedTo } from './useListKeys'

test('a key begins at the first row and stays within the list', () => {
  expect([steppedTo(-1, -1, 3), steppedTo(-1, 1, 3)]).toEqual([0, 0])
  expect([steppedTo(0, -1, 3), steppedTo(1, 1, 3), steppedTo(2, 1, 3)]).toEqual([0, 2, 2])
})
