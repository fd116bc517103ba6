import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, Gift, Share2 } from 'lucide-react'
import { moneyText } from '../../domain/money'
import { config } from '../../host/config'
import { Breakable } from '../../ui/Breakable'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { QrCode } from '../../ui/QrCode'
import { SheetIcon } from '../../ui/Sheet'
import { useCopy } from '../../ui/useCopy'
import type { Terms } from './queries'
import '../../domain/qrBox.css'

type LinkCardProps = { link: string; code: string; terms: Terms | undefined }

/** The link, with its code as a picture, and what it earns. */
export function LinkCard({ link, code, terms }: LinkCardProps) {
  const { t } = useLingui()
  return (
    <Card raised title={<Trans>Your link</Trans>}>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div className="qr-box justify-self-center">
          <QrCode text={link} label={t`QR code of your link`} size={208} />
        </div>
        <div className="grid content-start gap-3">
          <p className="text-[13px] text-muted">
            <Trans>A friend who signs up by this link is yours for good.</Trans>
          </p>
          <p className="text-[17px] font-semibold break-all desk:text-[20px]">
            <Breakable text={link.replace(/^https?:\/\//, '')} />
          </p>
          <p className="text-[13px] text-muted">
            <Trans>
              Or your code: <b className="font-mono text-[15px] text-text">{code}</b>
            </Trans>
          </p>
          <CopyLink link={link} />
        </div>
      </div>
      <div className="mt-5 flex gap-3 border-t border-line pt-4">
        <SheetIcon>
          <Gift size={20} aria-hidden="true" />
        </SheetIcon>
        <div className="min-w-0 text-[14px]">{terms ? <HowItWorks terms={terms} /> : <Off />}</div>
      </div>
    </Card>
  )
}

function Off() {
  return (
    <Notice tone="wait">
      <Trans>Orders of friends earn nothing for now. Friends who join still count when the programme goes on.</Trans>
    </Notice>
  )
}

/** The rule in force, in one sentence with its numbers, and its limits. */
function HowItWorks({ terms }: { terms: Terms }) {
  const { i18n } = useLingui()
  const { orders, days, period_days: periodDays, settle_days: settleDays } = terms
  const share = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 4 }).format(Number(terms.share_percent))
  const friend = moneyText(terms.per_friend, i18n.locale)
  const period = moneyText(terms.per_period, i18n.locale)
  return (
    <>
      <p className="font-semibold">
        <Trans>You get {share} % of our fee on each friend’s orders.</Trans>
      </p>
      <p className="mt-0.5 text-muted">
        <Plural value={orders} one="The first order counts" other="The first # orders count" />{' '}
        <Plural value={days} one="within # day of joining," other="within # days of joining," />{' '}
        <Trans>up to {friend} for one friend</Trans>{' '}
        <Plural value={periodDays} one={`and ${period} in # day.`} other={`and ${period} in # days.`} />
        {settleDays > 0 ? (
          <>
            {' '}
            <Plural
              value={settleDays}
              one="You can move a reward after # day."
              other="You can move a reward after # days."
            />
          </>
        ) : null}
      </p>
    </>
  )
}

/** Copies the link, or hands it to the device's share sheet, if there is one. */
function CopyLink({ link }: { link: string }) {
  const { t } = useLingui()
  const { state, copy } = useCopy(link)
  const name = config.tenant.name
  // Closing the share sheet is not an error.
  const share = () => navigator.share({ text: t`Join me at ${name}`, url: link }).catch(() => undefined)
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2">
        <Button small className="flex-1" onClick={copy}>
          {state === 'copied' ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
          <Trans>Copy link</Trans>
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button small variant="quiet" aria-label={t`Share your link`} onClick={() => void share()}>
            <Share2 size={18} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <p role="status" className={state === 'failed' ? 'text-[13px] text-bad' : 'sr-only'}>
        {{ idle: '', copied: t`Copied`, failed: t`Could not copy` }[state]}
      </p>
    </div>
  )
}
