import { createAction } from '@reduxjs/toolkit'
import type { AppDispatch } from '../../app/store.ts'
import { homeApi } from './homeApi.ts'

const homeOpened = createAction('home/opened')

/** Holds both answers while the page stands; returns what lets them go. */
export function askForLists(dispatch: AppDispatch): () => void {
  // A part of the store that has just joined is there from the next action on, and not before.
  dispatch(homeOpened())
  const { getFeaturedCars, getLatestPosts } = homeApi.endpoints
  const cars = dispatch(getFeaturedCars.initiate())
  const posts = dispatch(getLatestPosts.initiate())
  return () => {
    cars.unsubscribe()
    posts.unsubscribe()
  }
}
