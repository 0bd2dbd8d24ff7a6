import { useEffect, useState } from 'react'
import { signOutRequested } from '../../api/sessionActions.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { remove, storageKeys } from '../../platform/storage.ts'
import { debug } from '../../shared/texts/debug.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { readStorage, type StoredItem } from './secrets.ts'

const texts = debug.storage

const columns: Column<StoredItem>[] = [
  { id: 'key', title: texts.key, cell: ({ key }) => <span className="code">{key}</span> },
  {
    id: 'value',
    title: texts.value,
    cell: ({ value }) => value ?? <span className="mute">{texts.hidden}</span>,
  },
  {
    id: 'size',
    title: texts.size,
    align: 'right',
    num: true,
    cell: ({ size }) => formatNumber(size),
  },
]

type Cached = { name: string; files: number }

async function cachesHere(): Promise<Cached[]> {
  if (!('caches' in window)) return []
  const names = await caches.keys()
  return Promise.all(
    names.map(async (name) => ({ name, files: (await (await caches.open(name)).keys()).length })),
  )
}

function everything(): StoredItem[] {
  return [...readStorage(localStorage), ...readStorage(sessionStorage)]
}

export function StorageSection() {
  const dispatch = useAppDispatch()
  const [kept, setKept] = useState<StoredItem[]>([])
  const [cached, setCached] = useState<Cached[]>([])
  const [word, setWord] = useState<string | null>(null)

  async function look() {
    setKept(everything())
    setCached(await cachesHere())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the page opens, then after each action.
  useEffect(() => {
    void look()
  }, [])

  async function done() {
    await look()
    setWord(texts.cleared)
  }

  return (
    <>
      {kept.length === 0 ? (
        <p className="s ink2">{texts.empty}</p>
      ) : (
        <Table dense label={texts.kept} columns={columns} rows={kept} rowId={(row) => row.key} />
      )}
      <h3>{texts.caches}</h3>
      {cached.length === 0 ? (
        <p className="s ink2">{texts.cacheEmpty}</p>
      ) : (
        <ul className="s">
          {cached.map(({ name, files }) => (
            <li key={name}>
              <span className="code">{name}</span>, {texts.cacheCount(files)}
            </li>
          ))}
        </ul>
      )}
      <div className="btns">
        <Button
          variant="line"
          small
          title={texts.clearHint}
          onClick={() => {
            remove(storageKeys.theme)
            sessionStorage.clear()
            void done()
          }}
        >
          {texts.clear}
        </Button>
        <Button
          variant="line"
          small
          disabled={cached.length === 0}
          onClick={async () => {
            for (const { name } of cached) await caches.delete(name)
            await done()
          }}
        >
          {texts.clearCaches}
        </Button>
        <Button
          variant="danger"
          small
          title={texts.clearSessionHint}
          onClick={() => dispatch(signOutRequested())}
        >
          {texts.clearSession}
        </Button>
        <span role="status" className="s ink2">
          {word}
        </span>
      </div>
    </>
  )
}
