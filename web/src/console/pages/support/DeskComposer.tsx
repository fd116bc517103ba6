import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { config } from '../../../host/config'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Segmented } from '../../../ui/Segmented'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import {
  type DeskThread,
  deskThreadQuery,
  newKey,
  savedAnswersQuery,
  writeAtDesk,
  type Written,
} from '../../api/support'
import { Card } from '../../parts/Card'
import { problemWords } from '../../parts/Loaded'
import { filled, textOf, valuesOf } from './fill'

const TEXT_MAX = 4_000

/** Where an operator writes: a reply, a question, a note, or the final answer to a complaint. */
export function DeskComposer({ thread, mayAnswer }: { thread: DeskThread; mayAnswer: boolean }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [what, setWhat] = useState<Written>('reply')
  const [text, setText] = useState('')
  const [key, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { id } = thread.conversation
  const send = async () => {
    if (!text.trim()) return setProblem(t`Write something first.`)
    setBusy(true)
    setProblem(undefined)
    try {
      const next = await writeAtDesk(id, what, text, key)
      queries.setQueryData(deskThreadQuery(id).queryKey, next)
      void queries.invalidateQueries({ queryKey: ['support', 'list'] })
      setText('')
      setKey(newKey())
      setWhat('reply')
    } catch (error) {
      setProblem(problemWords(error))
    } finally {
      setBusy(false)
    }
  }
  const options: { value: Written; label: string }[] = [
    { value: 'reply', label: t`Reply` },
    { value: 'question', label: t`Ask back` },
    { value: 'notes', label: t`Note` },
  ]
  if (mayAnswer) options.push({ value: 'answer', label: t`Final answer` })
  const send_ = {
    reply: t`Send the reply`,
    question: t`Send the question`,
    notes: t`Keep the note`,
    answer: t`Send the final answer`,
  }
  return (
    <Card>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Segmented label={t`What you write`} value={what} options={options} onChange={setWhat} />
        <SavedAnswerSelect thread={thread} onChoose={setText} />
        <TextField
          as="textarea"
          rows={6}
          className="h-auto!"
          label={what === 'notes' ? t`Note for operators` : t`Text for the customer`}
          hint={<Hint what={what} />}
          maxLength={TEXT_MAX}
          value={text}
          onChange={setText}
        />
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Button type="submit" small busy={busy} className="justify-self-start">
          {send_[what]}
        </Button>
      </form>
    </Card>
  )
}

function Hint({ what }: { what: Written }) {
  switch (what) {
    case 'reply':
      return <Trans>The customer is told in the app and by email.</Trans>
    case 'question':
      return <Trans>The customer is told that you wait for their answer.</Trans>
    case 'notes':
      return <Trans>The customer never sees it.</Trans>
    case 'answer':
      return <Trans>The customer gets it as a letter by email. It ends the clock of the complaint.</Trans>
  }
}

type SelectProps = { thread: DeskThread; onChoose: (text: string) => void }

/** Puts a saved answer into the text, in the customer's language. */
function SavedAnswerSelect({ thread, onChoose }: SelectProps) {
  const { t } = useLingui()
  const { data } = useQuery(savedAnswersQuery)
  const all = data?.data ?? []
  if (all.length === 0) return null
  const choose = (id: string) => {
    const answer = all.find((one) => one.id === id)
    if (!answer) return
    onChoose(filled(textOf(answer, thread.conversation.language), valuesOf(thread, config.tenant.name)))
  }
  return (
    <Select label={t`Saved answer`} value="" onChange={choose}>
      <option value="">{t`Choose one`}</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
