import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { moneyText } from '../../../domain/money'
import type { Tone } from '../../../ui/Badge'
import type { PaymentLink } from './links'

/** The states of a link in words. */
export const LINK_STATE: Record<PaymentLink['state'], { word: MessageDescriptor; tone: Tone }> = {
  open: { word: msg`Open`, tone: 'ok' },
  used_up: { word: msg`Used up`, tone: 'plain' },
  ended: { word: msg`Ended`, tone: 'plain' },
}

/** The price of a link, or the bounds within which the payer names it. */
export function priceText({ price, min, max }: Pick<PaymentLink, 'price' | 'min' | 'max'>, i18n: I18n): string {
  if (price) return moneyText(price, i18n.locale)
  return min && max ? `${moneyText(min, i18n.locale)} – ${moneyText(max, i18n.locale)}` : ''
}
