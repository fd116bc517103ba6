import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { documentsQuery, type Proof } from './queries'
import { usePictureWords } from './pictureWords'
import { PDF, sendable } from './shrink'
import { type Shot, upload } from './upload'

/** An upload: its preview, if the browser can show one, its progress, and its error. */
export type Picture = {
  isPdf: boolean
  preview?: string | undefined
  percent: number
  state: 'sending' | 'sent' | 'failed'
  problem?: string
}

/** Uploads the picture of one part. Parts are independent, so one failure does not affect others. */
export function usePicture(of: Proof, shot: Shot) {
  const queries = useQueryClient()
  const words = usePictureWords()
  const [picture, setPicture] = useState<Picture>()
  const file = useRef<File>(undefined)
  const stop = useRef<AbortController>(undefined)
  const preview = picture?.preview
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])
  useEffect(() => () => stop.current?.abort(), [])

  const send = async () => {
    if (!file.current) return
    stop.current?.abort()
    const mine = new AbortController()
    stop.current = mine
    const change = (next: Partial<Picture>) => {
      if (stop.current === mine) setPicture((now) => (now ? { ...now, ...next } : now))
    }
    setPicture((now) => now && { isPdf: now.isPdf, preview: now.preview, percent: 0, state: 'sending' })
    try {
      const picture = await sendable(file.current)
      await upload(shot, picture, (percent) => change({ percent }), mine.signal)
      await queries.invalidateQueries({ queryKey: documentsQuery(of).queryKey })
      change({ state: 'sent', percent: 100 })
    } catch (error) {
      change({ state: 'failed', problem: words(error) })
    }
  }
  const choose = (next: File) => {
    file.current = next
    const isPdf = next.type === PDF
    setPicture({ isPdf, percent: 0, state: 'sending' })
    void send()
    if (isPdf) return
    void readable(next).then((can) => {
      if (can && file.current === next) setPicture((now) => now && { ...now, preview: URL.createObjectURL(next) })
    })
  }
  return { picture, choose, again: () => void send() }
}

/** Whether the browser can render the picture, so that no broken preview is shown. */
async function readable(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return true
  } catch {
    return false
  }
}
