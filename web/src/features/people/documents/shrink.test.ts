import { describe, expect, it } from 'vitest'
import { fitted, PDF, sendable } from './shrink'

describe('a picture that is sent', () => {
  it('keeps its size when it is small', () => expect(fitted(640, 480)).toEqual({ width: 640, height: 480 }))
  it('keeps its shape when it is large', () => expect(fitted(4000, 3000)).toEqual({ width: 3200, height: 2400 }))
  it('is left alone when it is a PDF, however large', async () => {
    const file = new File([new Uint8Array(5 * 1024 * 1024)], 'bill.pdf', { type: PDF })
    expect(await sendable(file)).toBe(file)
  })
  it('has a line at least', () => expect(fitted(12_000, 1)).toEqual({ width: 3200, height: 1 }))
})
