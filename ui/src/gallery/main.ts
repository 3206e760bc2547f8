import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import { learn } from "$language/told";
import { openScene, sceneNames } from "./openScene";
import "../styles/base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("gallery.html has no place for the page");
const asked = new URLSearchParams(location.search);
const scene = asked.get("scene");
document.documentElement.dataset["scenes"] = sceneNames().join(" ");
void learn().then(() => {
  if (scene === null) mount(Gallery, { target });
  else void openScene(target, scene, asked.get("theme") === "dark" ? "dark" : "light");
});
