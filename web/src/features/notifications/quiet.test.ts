import { expect, test } from 'vitest'
import { bytesOf } from './push'
import { clockOf, minuteOf } from './quiet'

test('every minute of the day is read back from what its field shows', () => {
  for (let minute = 0; minute < 1440; minute += 1) expect(minuteOf(clockOf(minute))).toBe(minute)
  expect(clockOf(1320)).toBe('22:00')
})

test('what is no time of the day is no minute', () => {
  for (const text of ['', '24:00', '7:00', '12:60', 'noon']) expect(minuteOf(text)).toBeUndefined()
})

test('a key in base64url becomes its bytes', () => {
  expect([...bytesOf('_-8A')]).toEqual([255, 239, 0])
})
