import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { AmountText } from '../../domain/amount/AmountText'
import { readAmount, wireAmount } from '../../domain/amountInput'
import { useCatalogue } from '../../domain/catalogue'
import { separatorsOf } from '../../domain/grouping'
import { QueryCard } from '../../domain/QueryCard'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { CopyButton } from '../../ui/CopyButton'
import { Page } from '../../ui/Page'
import { QrCode } from '../../ui/QrCode'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { OwnHandle } from './OwnHandle'
import { type PayCode, payCodeQuery } from './queries'
import { requestLink } from './request'

/** A link and a QR code by which others send money to this profile. */
export default function RequestPage() {
  const own = useQuery(payCodeQuery)
  return (
    <Page title={<Trans>Request money</Trans>}>
      <Columns side={<OwnHandle />}>
        <QueryCard asked={own} rows={5}>
          {(code) => <RequestCard own={code} />}
        </QueryCard>
      </Columns>
    </Page>
  )
}

const NOTE_MAX = 140

function RequestCard({ own }: { own: PayCode }) {
  const { t, i18n } = useLingui()
  const catalogue = useCatalogue()
  const [currency, setCurrency] = useState('EUR')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const currencies = catalogue.data?.currencies ?? []
  const scale = currencies.find(({ code }) => code === currency)?.scale ?? 18
  const amount = wireAmount(readAmount(text, scale, separatorsOf(i18n.locale), currency).wire)
  const isLong = [...note].length > NOTE_MAX
  const link = requestLink(location.origin, {
    to: own.pay_code,
    ...(amount ? { amount, currency } : {}),
    ...(note.trim() && !isLong ? { note: note.trim() } : {}),
  })
  return (
    <Card>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid justify-items-center gap-3">
          <div className="rounded-m bg-white p-3">
            <QrCode text={link} label={t`QR code of the link`} size={208} />
          </div>
          <p className="text-center text-[13px] text-muted">
            <Trans>The payer sees you as {own.name} and pays from a balance here.</Trans>
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,140px)] items-start gap-3">
          <AmountText
            label={t`Amount`}
            name="amount"
            unit={{ scale, currency }}
            value={text}
            onChange={setText}
            hint={t`Not required`}
          />
          <Select label={t`Currency`} value={currency} onChange={setCurrency}>
            {currencies.map(({ code }) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        </div>
        <TextField
          label={t`What for`}
          name="note"
          autoComplete="off"
          value={note}
          onChange={setNote}
          error={isLong ? t`At most ${NOTE_MAX} characters` : undefined}
          hint={t`Not required`}
        />
        <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
          <span className="min-w-0 flex-1 truncate font-mono text-[13px]" data-testid="request-link">
            {link}
          </span>
          <CopyButton text={link} label={t`Copy the link`} />
        </div>
        <ShareButton link={link} />
      </div>
    </Card>
  )
}

/** The device's share sheet, if there is one. */
function ShareButton({ link }: { link: string }) {
  const { t } = useLingui()
  if (typeof navigator.share !== 'function') return null
  // Closing the share sheet is not an error.
  const share = () => navigator.share({ title: t`Request for money`, url: link }).catch(() => undefined)
  return (
    <Button onClick={() => void share()}>
      <Share2 size={18} aria-hidden="true" />
      <Trans>Share</Trans>
    </Button>
  )
}
