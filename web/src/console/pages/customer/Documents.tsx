import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '../../api/ask'
import type { Customer, HandedIn, Picture } from '../../api/queries'
import { ActButton } from '../../parts/ActButton'
import { useVerificationWords } from '../../parts/verificationWords'
import { Watermark } from '../../parts/Watermark'
import { FundsAnswer } from './FundsAnswer'

type Kind = Customer['verifications'][number]['kind']

/** The submitted documents, shown after the operator gives a reason. The images are kept only in the page's memory. */
export function Documents({ id, kind }: { id: string; kind: Kind }) {
  const [opened, setOpened] = useState<HandedIn & { since: Date }>()
  const open = async (reason: string) => {
    const seen = await ask<HandedIn>('customers/{id}/documents', {
      method: 'POST',
      params: { path: { id } },
      body: { kind, reason },
    })
    setOpened({ ...seen, since: new Date() })
    return undefined
  }
  if (opened) {
    const { data, source_of_funds: answer, since } = opened
    return (
      <div className="grid gap-3">
        {answer ? <FundsAnswer answer={answer} /> : null}
        {answer && data.length === 0 ? null : <Pictures pictures={data} since={since} />}
      </div>
    )
  }
  return (
    <div>
      <ActButton
        label={<Trans>Open documents</Trans>}
        title={<Trans>Open documents?</Trans>}
        about={<Trans>Your access and its reason are recorded in the audit log.</Trans>}
        act={open}
      />
    </div>
  )
}

function Pictures({ pictures, since }: { pictures: readonly Picture[]; since: Date }) {
  const { t } = useLingui()
  const words = useVerificationWords()
  const [large, setLarge] = useState<number>()
  if (pictures.length === 0)
    return (
      <p className="text-muted">
        <Trans>Nothing submitted</Trans>
      </p>
    )
  return (
    <ul className="grid gap-3 desk:grid-cols-2">
      {pictures.map((picture, place) => {
        const document = picture.document ? words.document(picture.document) : ''
        const last = pictures.filter((other) => other.part === picture.part).length
        const page = picture.page
        const pages = last > 1 ? t`page ${page} of ${last}` : ''
        const what = [words.part(picture.part), document, picture.country, pages].filter(Boolean).join(', ')
        const whole = large === place
        return (
          <li key={`${picture.part} ${page}`} className={whole ? 'desk:col-span-2' : ''}>
            <button
              type="button"
              aria-label={whole ? t`Smaller: ${what}` : t`Larger: ${what}`}
              className="relative block w-full overflow-hidden rounded-m border border-line bg-sunken"
              onClick={() => setLarge(whole ? undefined : place)}
            >
              <img
                src={`data:image/jpeg;base64,${picture.jpeg}`}
                alt={what}
                className={`w-full object-contain ${whole ? 'max-h-[80vh]' : 'h-48'}`}
              />
              <Watermark since={since} />
            </button>
            <p className="mt-1 text-[13px] text-muted">{what}</p>
          </li>
        )
      })}
    </ul>
  )
}
