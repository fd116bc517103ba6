import { describe, expect, it } from 'vitest'
import { emailProblem } from './email'

describe('an email address', () => {
  it.each(['a@b.co', ' olena.k+x@mail.example.test '])('%s can be sent', (text) =>
    expect(emailProblem(text)).toBeUndefined())
  it.each(['a', 'a@b', 'a@@b.co', 'a b@c.co', 'a@b.'])('%s is refused', (text) =>
    expect(emailProblem(text)).toBe('shape'))
  it('is required', () => expect(emailProblem('  ')).toBe('required'))
})
