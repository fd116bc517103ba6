import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type DeskMessage, deskPictureQuery } from '../../api/support'
import { shortTime } from '../../parts/when'

const LOOK: Record<DeskMessage['kind'], string> = {
  customer: 'mr-4 bg-surface shadow-(--e1)',
  reply: 'ml-4 bg-brand-soft',
  note: 'ml-4 border border-line bg-wait-soft',
  answer: 'ml-4 bg-brand-soft ring-2 ring-brand',
}

const WHO: Record<DeskMessage['kind'], ReactNode> = {
  customer: <Trans>Customer</Trans>,
  reply: <Trans>Reply</Trans>,
  note: <Trans>Note, which the customer does not see</Trans>,
  answer: <Trans>Final answer</Trans>,
}

/** Messages and notes, oldest first. A note has another style than the messages that customers see. */
export function DeskMessages({ messages }: { messages: readonly DeskMessage[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {messages.map((message) => (
        <li key={message.id} className={`grid gap-2 rounded-card px-4 py-3 ${LOOK[message.kind]}`}>
          <p className="text-[13px] text-muted wrap-anywhere">
            <span className="font-semibold text-text">{WHO[message.kind]}</span>
            {message.operator ? ` · ${message.operator}` : ''} · {shortTime(message.at, i18n.locale)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>
          {message.pictures.map((picture, place) => (
            <Picture key={picture} id={picture} number={place + 1} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function Picture({ id, number }: { id: string; number: number }) {
  const { t } = useLingui()
  const [address, setAddress] = useState<string>()
  const { data } = useQuery(deskPictureQuery(id))
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (!address) return <span className="block h-48 w-full rounded-m bg-sunken" />
  return (
    <img src={address} alt={t`Attachment ${number}`} className="max-h-[80vh] max-w-full rounded-m object-contain" />
  )
}
