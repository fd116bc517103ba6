import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { host } from '../../host/adapter'
import { config } from '../../host/config'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { emailRule, phoneRule } from '../../rules/rules'
import { Notice } from '../../ui/Notice'
import { ContactForm } from './ContactForm'
import { HoldNotice } from './HoldNotice'
import { contact, userQuery } from './queries'
import { usePhoneWords } from './words'

// Nearly every tenant has a channel, so this is rarely needed.
const SupportLink = lazy(async () => ({ default: (await import('../../domain/SupportLink')).SupportLink }))

// Few addresses bounce.
const MailBounced = lazy(() => import('./mail/MailBounced'))

type ContactProps = { mailbox: (to: string) => ReactNode; onDone: () => void }

/** The variant of the phone page: with the messenger as the default channel, or after a number that is not served. */
export type PhoneWay = { by?: 'messenger' | undefined; forbidden?: boolean | undefined }

export function PhoneContact({ mailbox, onDone, by, forbidden }: ContactProps & PhoneWay) {
  const { t } = useLingui()
  const all = [
    { channel: 'sms', words: <Trans>Send the code by SMS</Trans> },
    { channel: 'messenger', words: <Trans>Send it by messenger</Trans> },
  ] as const
  // Only channels that the server has configured can deliver a code.
  const offered = all.filter(({ channel }) => config.tenant.phone_channels.includes(channel))
  const ways = by === 'messenger' ? offered.toReversed() : offered
  const words = usePhoneWords()
  if (ways.length === 0) {
    return (
      <Notice
        tone="plain"
        action={
          <Suspense fallback={null}>
            <SupportLink />
          </Suspense>
        }
      >
        <Trans>Codes cannot be sent to phones at the moment. Contact support.</Trans>
      </Notice>
    )
  }
  return (
    <ContactForm
      notice={
        forbidden ? (
          <Notice tone="act">
            <Trans>Numbers from this region cannot be used. Enter one from another country.</Trans>
          </Notice>
        ) : null
      }
      label={t`Phone`}
      type="tel"
      placeholder="+380 44 123 45 67"
      rule={phoneRule}
      given={host.widget.phone}
      isLocked={host.widget.isPhoneLocked}
      ways={ways.map(({ channel, words }) => ({ words, send: (phone) => contact.sendPhone(phone, channel) }))}
      confirm={contact.confirmPhone}
      words={words}
      mailbox={mailbox}
      onDone={onDone}
    />
  )
}

export function EmailContact({ mailbox, onDone }: ContactProps) {
  const { t } = useLingui()
  const bounced = useQuery(userQuery).data?.email_bounced
  const words = (error: unknown) => {
    if (!isApiError(error) || error.code !== 'VALIDATION_ERROR') return errorText(error)
    return error.fieldCode('/email') === 'same'
      ? t`This is already your email`
      : t`Enter an email address, like name@mail.com`
  }
  return (
    <div className="grid gap-4">
      {bounced ? (
        <Suspense fallback={null}>
          <MailBounced />
        </Suspense>
      ) : null}
      <HoldNotice />
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
    </div>
  )
}
