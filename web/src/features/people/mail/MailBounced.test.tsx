import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import MailBounced from './MailBounced'

const person = (email_bounced: boolean) => [['person', 'user'], { email: 'ada@example.test', email_bounced }] as const

it('tells a person whose address takes no emails how to mend it, and nobody else', () => {
  const told = textOf(<MailBounced />, { answers: [person(true)] })
  expect(told).toContain('Our emails to ada@example.test came back')
  expect(told).toContain('It works again')
  expect(textOf(<MailBounced />, { answers: [person(false)] })).toBe('')
})
