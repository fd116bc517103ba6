import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, QrCode as CodeIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { randomId } from '../../../api/ids'
import { errorText } from '../../../api/problemText'
import { dayText, timeText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { Button, buttonClass } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { DangerQuestion } from '../../../ui/DangerQuestion'
import { Dialog } from '../../../ui/Dialog'
import { Notice } from '../../../ui/Notice'
import { QrCode } from '../../../ui/QrCode'
import { endLink, linksQuery, type PaymentLink } from './links'
import { LINK_STATE, priceText } from './words'

type LinkDetailProps = { link: PaymentLink; shop: string; onChange: (link: PaymentLink) => void }

/** One link: its address and code, how often it was used, and its end. */
export function LinkDetail({ link, shop, onChange }: LinkDetailProps) {
  const { t, i18n } = useLingui()
  const [till, setTill] = useState(false)
  const { word, tone } = LINK_STATE[link.state]
  const end = link.ended_at ?? link.ends_at
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-[17px] font-semibold wrap-anywhere">{link.description ?? <Trans>Payment link</Trans>}</h2>
          <Badge tone={tone}>{i18n._(word)}</Badge>
        </header>
        <p className="text-[26px] font-[650] tracking-[-0.02em] wrap-anywhere">{priceText(link, i18n)}</p>
        <dl className="grid gap-2.5 text-[14px]">
          <Fact label={<Trans>Paid</Trans>}>
            {link.payments_max ? (
              <Trans>
                {link.paid} of {link.payments_max}
              </Trans>
            ) : (
              link.paid
            )}
          </Fact>
          <Fact label={<Trans>Open or paid</Trans>}>{link.taken}</Fact>
          {end ? (
            <Fact label={<Trans>Works until</Trans>}>
              {`${dayText(end, i18n.locale, new Date())}, ${timeText(end, i18n.locale)}`}
            </Fact>
          ) : null}
        </dl>
        <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
          <span className="min-w-0 flex-1 truncate font-mono text-[13px]" data-testid="payment-link">
            {link.url}
          </span>
          <CopyButton text={link.url} label={t`Copy the link`} />
        </div>
        <div className="grid grid-cols-1 gap-2 desk:grid-cols-2">
          <Button onClick={() => setTill(true)}>
            <CodeIcon size={18} aria-hidden="true" />
            <Trans>Show the code</Trans>
          </Button>
          <a href={link.url} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
            <ExternalLink size={18} aria-hidden="true" />
            <Trans>Open the page</Trans>
          </a>
        </div>
        {link.state === 'ended' ? null : <EndLink id={link.id} onChange={onChange} />}
        <Dialog open={till} onClose={() => setTill(false)} title={shop} wide>
          <div className="grid justify-items-center gap-5 py-4 text-center">
            <p className="text-[22px] font-[650] wrap-anywhere">{priceText(link, i18n)}</p>
            <div className="rounded-m bg-white p-4">
              <QrCode text={link.url} label={t`QR code of the link`} size={280} />
            </div>
            <p className="text-[15px]">
              <Trans>Scan the code with your phone to pay.</Trans>
            </p>
          </div>
        </Dialog>
      </div>
    </Card>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-[570]">{children}</dd>
    </div>
  )
}

/** Ends a link, after a question. */
function EndLink({ id, onChange }: { id: string; onChange: (link: PaymentLink) => void }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const key = useRef(randomId())
  const end = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onChange(await endLink(id, key.current))
      await queries.invalidateQueries({ queryKey: linksQuery.queryKey })
      setOpen(false)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)}>
        <Trans>End this link</Trans>
      </Button>
      <DangerQuestion
        open={open}
        title={<Trans>End this link?</Trans>}
        stay={<Trans>Keep it</Trans>}
        goOn={<Trans>End the link</Trans>}
        busy={busy}
        onClose={() => setOpen(false)}
        onGoOn={() => void end()}
      >
        <p>
          <Trans>Nobody can open it any more. Payments that were begun by it can still be paid.</Trans>
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
      </DangerQuestion>
    </>
  )
}
