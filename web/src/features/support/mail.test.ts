import { describe, expect, it } from 'vitest'
import { mailTo, orderReference } from './mail'

describe('a mail to support', () => {
  it('names the order in its subject and can carry nothing else', () => {
    expect(mailTo('help@agio.test', 'Order 7K2M-94QD')).toBe('mailto:help@agio.test?subject=Order%207K2M-94QD')
    expect(mailTo('help@agio.test?bcc=x@y.test', 'A & B')).toBe(
      'mailto:help@agio.test%3Fbcc%3Dx%40y.test?subject=A%20%26%20B',
    )
  })

  it('takes only a reference from the address of the page', () => {
    expect(orderReference('7K2M-94QD')).toBe('7K2M-94QD')
    for (const other of [undefined, 7, '', '7k2m-94qd', 'call +48 123', '7K2M-94QD ']) {
      expect(orderReference(other)).toBeUndefined()
    }
  })
})
