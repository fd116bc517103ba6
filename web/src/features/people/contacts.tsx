import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { emailRule, phoneRule } from '../../rules/rules'
import { ContactForm } from './ContactForm'
import { contact } from './queries'
import { usePhoneWords } from './words'

type ContactProps = { mailbox: (to: string) => ReactNode; onDone: () => void }

export function PhoneContact({ mailbox, onDone }: ContactProps) {
  const { t } = useLingui()
  return (
    <ContactForm
      label={t`Phone`}
      type="tel"
      placeholder="+380 44 123 45 67"
      rule={phoneRule}
      ways={[
        { words: <Trans>Send the code by SMS</Trans>, send: (phone) => contact.sendPhone(phone, 'sms') },
        { words: <Trans>Send it by messenger</Trans>, send: (phone) => contact.sendPhone(phone, 'messenger') },
      ]}
      confirm={contact.confirmPhone}
      words={usePhoneWords()}
      mailbox={mailbox}
      onDone={onDone}
    />
  )
}

export function EmailContact({ mailbox, onDone }: ContactProps) {
  const { t } = useLingui()
  const words = (error: unknown) => {
    if (!isApiError(error) || error.code !== 'VALIDATION_ERROR') return errorText(error)
    return error.fieldCode('/email') === 'same'
      ? t`This is your email already`
      : t`Enter an email address, like name@mail.com`
  }
  return (
    <ContactForm
      label={t`New email`}
      type="email"
      placeholder=""
      rule={emailRule}
      ways={[{ words: <Trans>Send a code</Trans>, send: contact.sendEmail }]}
      confirm={contact.confirmEmail}
      words={words}
      mailbox={mailbox}
      onDone={onDone}
    />
  )
}
