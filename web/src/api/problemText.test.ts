import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { ApiError } from './problem'
import { errorText } from './problemText'

const refused = (pointer: string) =>
  errorText(new ApiError('VALIDATION_ERROR', 400, { fields: [{ pointer, code: 'not_own_name' }] }))

it('an account or a card of somebody else is named as the reason', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(refused('/requisite/full_name')).toMatch(/^The account must be in your own name/)
  expect(refused('/holder')).toMatch(/^The card must be in your own name/)
  expect(errorText(new ApiError('VALIDATION_ERROR', 400))).not.toMatch(/own name/)
})
