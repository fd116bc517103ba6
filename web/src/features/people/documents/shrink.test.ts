import { describe, expect, it } from 'vitest'
import { fitted } from './shrink'

describe('a picture that is sent', () => {
  it('keeps its size when it is small', () => expect(fitted(640, 480)).toEqual({ width: 640, height: 480 }))
  it('keeps its shape when it is large', () => expect(fitted(4000, 3000)).toEqual({ width: 3200, height: 2400 }))
  it('has a line at least', () => expect(fitted(12_000, 1)).toEqual({ width: 3200, height: 1 }))
})
