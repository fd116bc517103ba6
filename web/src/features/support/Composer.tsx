import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/problemText'
import { isApiError } from '../../api/problem'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { newKey, PICTURE_BYTES_MAX, PICTURES_MAX, sendPicture, TEXT_MAX, type Words } from './queries'

type Picked = { id: string; address: string }

type ComposerProps = {
  label: ReactNode
  send: ReactNode
  rows?: number
  /** Sends the words. What it throws is shown, and the words stay. */
  onSend: (words: Words) => Promise<unknown>
  /** The content between the text and the button. */
  children?: ReactNode
}

/** The words of the server for a refused field, otherwise those of the error's code. */
const wordsOf = (error: unknown): string | undefined =>
  isApiError(error) && (error.code === 'VALIDATION_ERROR' || error.status === 409) ? error.message : errorText(error)

/** The text of a message with its pictures. A message that could not be sent keeps its key, so that it comes once. */
export function Composer({ label, send, rows = 4, onSend, children }: ComposerProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [key, setKey] = useState(newKey)
  const [pictures, setPictures] = useState<readonly Picked[]>([])
  const [busy, setBusy] = useState<'send' | 'picture'>()
  const [problem, setProblem] = useState<string>()
  const [isEmpty, setEmpty] = useState(false)
  const made = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const address of made.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const during = async (what: 'send' | 'picture', task: () => Promise<void>) => {
    setBusy(what)
    setProblem(undefined)
    await task().catch((error: unknown) => setProblem(wordsOf(error)))
    setBusy(undefined)
  }
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (file.size > PICTURE_BYTES_MAX) return setProblem(t`The picture is larger than 8 MB.`)
    void during('picture', async () => {
      const id = await sendPicture(file)
      const address = URL.createObjectURL(file)
      made.current.push(address)
      setPictures((now) => [...now, { id, address }])
    })
  }
  const submit = () => {
    setEmpty(!text.trim())
    if (!text.trim() || busy) return
    void during('send', async () => {
      await onSend({ text, key, pictures: pictures.map(({ id }) => id) })
      setText('')
      setPictures([])
      setKey(newKey())
    })
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        as="textarea"
        rows={rows}
        className="h-auto!"
        label={label}
        value={text}
        maxLength={TEXT_MAX}
        onChange={setText}
        error={isEmpty && !text.trim() ? t`Write something first.` : undefined}
      />
      <Pictures pictures={pictures} onRemove={(id) => setPictures((now) => now.filter((one) => one.id !== id))} />
      {pictures.length < PICTURES_MAX ? (
        <label className="relative -my-2 inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start font-semibold text-brand has-focus-visible:outline-2">
          <ImagePlus size={18} aria-hidden="true" />
          {busy === 'picture' ? <Trans>Sending the picture…</Trans> : <Trans>Add a picture</Trans>}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="absolute inset-0 cursor-pointer opacity-0"
            disabled={busy !== undefined}
            onChange={pick}
          />
        </label>
      ) : null}
      {children}
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button type="submit" busy={busy === 'send'} disabled={busy === 'picture'}>
        {send}
      </Button>
    </form>
  )
}

function Pictures({ pictures, onRemove }: { pictures: readonly Picked[]; onRemove: (id: string) => void }) {
  const { t } = useLingui()
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {pictures.map(({ id, address }, place) => {
        const number = place + 1
        return (
          <li key={id} className="flex items-center gap-1">
            <img
              src={address}
              alt={t`Attachment ${number}`}
              className="size-12 rounded-m border border-line object-cover"
            />
            <button
              type="button"
              aria-label={t`Remove attachment ${number}`}
              onClick={() => onRemove(id)}
              className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text"
            >
              <X size={18} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
